import { expect, test } from 'vitest';
import { adviseWords } from '../../src/api/content/adviseWords.ts';
import { seedOf } from '../../src/api/content/seeds.ts';
import { contentNames, type Words } from '../../src/contract/contentDocuments.ts';

test.each(['sample', 'neutral'] as const)('the product’s own words get no advice: %s', (kind) => {
  expect(contentNames.flatMap((name) => adviseWords(name, seedOf(kind, name)))).toEqual([]);
});

const home = seedOf('sample', 'home') as Words<'home'>;
const withLead = (lead: string) => adviseWords('home', { ...home, hero: { ...home.hero, lead } });

test.each([
  ['Kaygıdan %100 kurtulun.', '%100'],
  ['Sonuç GARANTİLİDİR.', 'GARANTİLİDİR'],
  ['Şehrin en iyi psikoloğu.', 'en iyi'],
  ['Depresyonu tedavi ediyoruz.', 'tedavi ed'],
  ['Kasım indirimi başladı.', 'indirim'],
])('a claim is named where it stands: %s', (text, claim) => {
  expect(withLead(text)).toEqual([{ path: 'hero.lead', message: expect.stringContaining(`“${claim}`) }]);
});

test.each(['Düğümü birlikte çözeriz.', 'Grupta %1000 değil, 10 kişi var.'])('other words are not: %s', (text) => {
  expect(withLead(text)).toEqual([]);
});

test('an uploaded picture narrower than its cut, and a portrait that has the words of another', () => {
  const narrow = `/media/${'a'.repeat(32)}_1200x800.webp`;
  const wide = `/media/${'b'.repeat(32)}_1600x900.webp#30,0`;
  const slides = [{ art: narrow }, { art: wide }];
  expect(adviseWords('home', { ...home, hero: { ...home.hero, slides } })).toEqual([
    { path: 'hero.slides.0.art', message: expect.stringContaining('1600') },
  ]);
  const counselling = seedOf('sample', 'counselling') as Words<'counselling'>;
  const withBio = (bio: object) => adviseWords('counselling', { ...counselling, bio: { ...counselling.bio, ...bio } });
  expect(withBio({ art: wide }).map(({ path }) => path)).toEqual(['bio.alt']);
  expect(withBio({ art: wide, alt: 'Masanın başında bir kadın' })).toEqual([]);
  expect(withBio({ alt: 'IMG_2041.jpg' }).map(({ path }) => path)).toEqual(['bio.alt']);
});

test('headings of a legal text', () => {
  const text = seedOf('sample', 'legal/gizlilik');
  const advise = (body: string) => adviseWords('legal/gizlilik', { ...text, body });
  expect(advise('## Bir\n\n### İki\n\n## Üç')).toEqual([]);
  for (const body of ['# Bir', '## Bir\n\n#### İki', '##', 'Uzun. '.repeat(600)])
    expect(
      advise(body).map(({ path }) => path),
      body.slice(0, 20),
    ).toEqual(['body']);
});
