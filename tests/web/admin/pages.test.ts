import { describe, expect, test } from 'vitest';
import { seedOf } from '../../../src/api/content/seeds.ts';
import {
  contentDocuments,
  contentFields,
  contentNames,
  legalNames,
  maxLetters,
  parseWords,
} from '../../../src/contract/contentDocuments.ts';
import { measureTexts, sumSentence } from '../../../src/contract/contentText.ts';
import { labelAt, readPath } from '../../../src/web/admin/pages/labels.ts';
import { groupRows, isOwnWords, partsOf, placeOf } from '../../../src/web/admin/pages/pages.ts';
import {
  blankOf,
  changesOf,
  differencesOf,
  errorsBeside,
  mergeWords,
  pathText,
  setIn,
  type Words,
} from '../../../src/web/admin/pages/words.ts';

const fields = contentFields('counselling');
const before = seedOf('sample', 'counselling');
const faq = seedOf('sample', 'faq-counselling');
const faqFields = contentFields('faq-counselling');
const entries = faq.items as Words[];

const set = (words: Words, path: string, value: unknown): Words => setIn(words, readPath(path), value);
const at = (words: Words, path: string) => readPath(path).reduce<unknown>((part, key) => (part as Words)?.[key], words);

describe('the form of a page', () => {
  test('has a part for every field of every document, each with its place on the page', () => {
    for (const name of contentNames) {
      const parts = partsOf(contentFields(name));
      expect(parts.flatMap((part) => part.fields.map(({ key }) => key)).sort()).toEqual(
        contentFields(name)
          .map(({ key }) => key)
          .sort(),
      );
      for (const { key } of parts) expect(placeOf(name, key), `${name} ${key}`).toBeTruthy();
    }
  });

  test('starts with what stands on top of the page and ends with what search engines show', () => {
    const keys = partsOf(fields).map(({ key }) => key);
    expect([keys[0], keys.at(-1)]).toEqual(['hero', 'seo']);
  });

  test('names the field of every path', () => {
    expect(labelAt(fields, readPath('hero.slides.2.text'))).toBe(
      'Kapak › Görseller › 3. Görsel › Görselin üstündeki not',
    );
    expect(labelAt(fields, readPath('about.paragraphs.0'))).toBe('Danışmanlık hakkında › Paragraflar › 1. Paragraf');
  });

  test('adds entries that only lack their words', () => {
    const list = faqFields[0]?.item;
    const words = { items: [...entries.slice(0, 2), blankOf(list!)] };
    expect(Object.keys(parseWords('faq-counselling', words).fields ?? {})).toEqual([
      'items.2.question',
      'items.2.answer',
    ]);
  });

  test('takes away the sentences of a field and of what is in it, and no others', () => {
    const errors = { 'hero.slides': 'a', 'hero.slides.0.text': 'b', 'hero.slide': 'c', hero: 'd' };
    expect(errorsBeside(errors, 'hero.slides')).toEqual({ 'hero.slide': 'c', hero: 'd' });
    expect(errorsBeside({ 'hero.lead': sumSentence(3701, 3700), hero: 'd' }, 'hero.slides')).toEqual({ hero: 'd' });
  });

  test('counts the letters of all texts as the server does, without blanks at their ends', () => {
    const max = maxLetters('coaching') as number;
    const measure = (words: Words) => measureTexts(contentFields('coaching'), words);
    const blank = set(seedOf('sample', 'coaching'), 'pre_meeting.points', []);
    const left = 'a'.repeat(max - measure(blank).letters);
    const full = set(
      blank,
      'pre_meeting.points',
      (left.match(/.{1,200}/g) ?? []).map((point) => ` ${point} \n`),
    );
    expect(measure(full).letters).toBe(max);
    expect(parseWords('coaching', full).fields).toBeUndefined();
    const over = set(full, 'hero.kicker', `${at(full, 'hero.kicker')}a`);
    const { letters, longest } = measure(over);
    expect(parseWords('coaching', over).fields).toEqual({ [longest]: sumSentence(letters, max) });
  });
});

describe('the list of pages', () => {
  test('has every document once, as people look for them', () => {
    const rows = contentNames.map((name) => ({
      ...{ name, title: contentDocuments[name].meta()?.label as string, revision: 1, live_revision: 1 },
      ...{ updated_at: '', updated_by: null },
    }));
    const groups = groupRows([...rows, { ...rows[0]!, name: 'new', title: 'Yeni' }]);
    expect(groups.map(({ title }) => title)).toEqual([
      ...['Anasayfa', 'Danışmanlık', 'Koçluk', 'Sık sorulanlar', 'Yorumlar', 'Koçluk hizmetleri', 'Liste sayfaları'],
      ...['Yasal metinler', 'Yeni'],
    ]);
    expect(groups.flatMap((group) => group.rows)).toHaveLength(contentNames.length + 1);
    expect(groups.find(({ title }) => title === 'Yasal metinler')?.rows).toHaveLength(legalNames.length);
  });

  test('calls words the owner’s own once they were edited and hold none of the product’s', () => {
    const row = { name: 'reviews', title: '', revision: 1, live_revision: 1, updated_at: '', updated_by: null };
    const words = { done: true, left: [] };
    expect(isOwnWords(row, words)).toBe(false);
    expect(isOwnWords({ ...row, revision: 2 }, words)).toBe(true);
    const left = [{ name: 'reviews', title: '', kind: 'sample' as const, fields: ['items.0.name'] }];
    expect(isOwnWords({ ...row, revision: 2 }, { done: false, left })).toBe(false);
    expect(isOwnWords({ ...row, name: 'legal/cerezler', revision: 2 }, words)).toBe(false);
  });
});

describe('differences', () => {
  test('name each changed field, and a list whose entries were moved, added or deleted as a whole', () => {
    const paths = (after: Words) => changesOf(fields, before, after).map(({ path }) => pathText(path));
    expect(paths(before)).toEqual([]);
    expect(paths(set(set(before, 'hero.lead', 'Yeni'), 'hero.slides.1.text', 'Yeni'))).toEqual([
      ...['hero.lead', 'hero.slides.1.text'],
    ]);
    const slides = at(before, 'hero.slides') as unknown[];
    expect(paths(set(before, 'hero.slides', slides.toReversed()))).toEqual(['hero.slides']);
    expect(paths(set(before, 'hero.slides', slides.slice(1)))).toEqual(['hero.slides']);
    expect(paths({ ...before, bio: undefined })).toEqual(['bio']);
  });

  test('show drawings by what they show', () => {
    const after = set(before, 'hero.slides.0.art', 'hero-home-5');
    expect(differencesOf(fields, before, after)).toEqual([
      { label: 'Kapak › Görseller › 1. Görsel › Görsel', mine: 'Odada konuşan iki kişi', theirs: 'Sahnede beş kişi' },
    ]);
  });
});

describe('two people who edit the same page', () => {
  test('keep the edits of both where they changed different fields, also of the same list', () => {
    const mine = set(set(before, 'hero.lead', 'Benim'), 'hero.slides.0.text', 'Benim');
    const theirs = set(set(before, 'about.title', 'Onun'), 'hero.slides.1.text', 'Onun');
    const { words, clashes } = mergeWords(fields, before, mine, theirs);
    expect(clashes).toEqual([]);
    expect(words).toEqual(set(set(mine, 'about.title', 'Onun'), 'hero.slides.1.text', 'Onun'));
  });

  test('are asked about a field that both changed, and about no other', () => {
    const mine = set(set(before, 'hero.lead', 'Benim'), 'about.title', 'Benim');
    const theirs = set(set(before, 'hero.lead', 'Onun'), 'meetings.title', 'Onun');
    const { words, clashes } = mergeWords(fields, before, mine, theirs);
    expect(clashes.map(({ label, mine, theirs }) => [label, mine, theirs])).toEqual([
      ['Kapak › Giriş', 'Benim', 'Onun'],
    ]);
    expect([at(words, 'hero.lead'), at(words, 'about.title'), at(words, 'meetings.title')]).toEqual([
      ...['Benim', 'Benim', 'Onun'],
    ]);
  });

  test('are asked nothing where both wrote the same', () => {
    const both = set(before, 'hero.lead', 'Aynı');
    expect(mergeWords(fields, before, both, both)).toEqual({ words: both, clashes: [] });
  });

  test('are asked about a list as a whole where one moved the entries that the other edited', () => {
    const edited = { items: setIn(entries, [1, 'answer'], 'Düzenlendi') };
    const moved = { items: entries.toReversed() };
    for (const [mine, theirs] of [
      [edited, moved],
      [moved, edited],
    ] as const) {
      const { words, clashes } = mergeWords(faqFields, faq, mine, theirs);
      expect(clashes.map(({ path }) => pathText(path))).toEqual(['items']);
      expect(words).toEqual(mine);
      expect(clashes[0]?.theirs).toEqual(theirs.items);
    }
  });

  test('are asked about a section as a whole that one removed and the other edited', () => {
    const edited = set(before, 'bio.title', 'Düzenlendi');
    const { bio: _, ...removed } = before;
    for (const [mine, theirs] of [
      [edited, removed],
      [removed, edited],
    ] as const) {
      const { words, clashes } = mergeWords(fields, before, mine, theirs);
      expect(clashes.map(({ path }) => pathText(path))).toEqual(['bio']);
      expect(words.bio).toEqual(mine.bio);
    }
  });

  test('keep an entry that only one of them added', () => {
    const added = { items: [...entries, { id: '', question: 'Yeni?', answer: 'Yanıt' }] };
    expect(mergeWords(faqFields, faq, added, faq)).toEqual({ words: added, clashes: [] });
    expect(mergeWords(faqFields, faq, faq, added)).toEqual({ words: added, clashes: [] });
  });
});
