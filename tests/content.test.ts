import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seedOf } from '../src/api/content/seeds.ts';
import { fillIdentity, renderLegalText } from '../src/content/legalHtml.ts';
import neutralSite from '../src/content/neutral/site.json' with { type: 'json' };
import site from '../src/content/site.json' with { type: 'json' };
import { contentFields, contentNames, legalSlugs, parseWords } from '../src/contract/contentDocuments.ts';
import type { Field } from '../src/contract/contentFields.ts';
import { openWords, schemaVersion, upcast } from '../src/contract/contentVersions.ts';
import { site as siteSchema } from '../src/contract/site.ts';
import { readInlineText, toPlainText } from '../src/shared/inlineText.ts';

const legalFolder = new URL('../src/content/legal/', import.meta.url);
const legal = readdirSync(legalFolder).map((name) => ({
  name,
  text: readFileSync(new URL(name, legalFolder), 'utf8'),
}));

describe('the words that come with the product', () => {
  test('match their schemas, sample and neutral ones', () => {
    siteSchema.strict().parse(site);
    siteSchema.strict().parse(neutralSite);
    for (const name of contentNames)
      for (const kind of ['sample', 'neutral'] as const)
        expect(parseWords(name, seedOf(kind, name)), `${kind} ${name}`).toEqual({ words: seedOf(kind, name) });
  });

  test('a key that the schema does not name is refused by its path', () => {
    expect(siteSchema.strict().safeParse({ ...site, telephone: '1' }).success).toBe(false);
    const { items } = seedOf('sample', 'faq-coaching') as { items: object[] };
    expect(parseWords('faq-coaching', { items: [{ ...items[0], anwser: '' }] }).fields).toEqual({
      'items.0.anwser': 'Bu alan bilinmiyor.',
    });
    for (const key of ['constructor', 'toString'])
      expect(parseWords('home', { ...(seedOf('sample', 'home') as object), [key]: 1 }).fields).toEqual({
        [key]: 'Bu alan bilinmiyor.',
      });
  });

  test('an entry gets the id of its title, also of one that begins with a blank to fill in', () => {
    const items = ['___ nedir?', '🌱', '___'].map((question) => ({ question, answer: 'Bir yanıt.' }));
    const { words } = parseWords('faq-coaching', { items });
    expect((words as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual(['nedir', 'madde', 'madde-2']);
  });

  test('a list, a number and an address are refused beyond their ends only', () => {
    const review = { name: 'Deniz', comment: 'Güzeldi.', rating: 5, gender: 'female' };
    const problems = (items: object[]) => parseWords('reviews', { items }).fields ?? {};
    expect(problems(Array(20).fill(review))).toEqual({});
    expect(problems(Array(21).fill(review))).toEqual({ items: 'En fazla 20 madde ekleyebilirsiniz.' });
    expect(Object.keys(problems([0, 1, 5, 6].map((rating) => ({ ...review, rating }))))).toEqual([
      'items.0.rating',
      'items.3.rating',
    ]);
    const ids = ['a'.repeat(60), '1-a', 'a'.repeat(61), '../a', '-a', 'Ad', 'a b'];
    expect(Object.keys(problems(ids.map((id) => ({ ...review, id }))))).toEqual(
      [2, 3, 4, 5, 6].map((at) => `items.${at}.id`),
    );
    expect(problems(['a', 'b', 'a'].map((id) => ({ ...review, id })))).toEqual({
      'items.2.id': 'Bu adres iki kez geçiyor.',
    });
    const home = seedOf('sample', 'home') as { hero: { slides: object[] } };
    const slides = (count: number) =>
      parseWords('home', { ...home, hero: { ...home.hero, slides: home.hero.slides.slice(0, count) } }).fields;
    expect([slides(0), slides(1)]).toEqual([{ 'hero.slides': 'En az 1 madde olmalı.' }, undefined]);
  });

  test('every drawing that a form offers exists', () => {
    const drawings = contentNames.flatMap((name) => [...choicesOf(contentFields(name))]);
    expect(drawings.length).toBeGreaterThan(20);
    for (const name of drawings)
      expect(existsSync(new URL(`../public/art/${name}.svg`, import.meta.url)), name).toBe(true);
  });

  test.each(contentNames)('the form of %s describes every key of its words, with a label and a limit', (name) => {
    expectDescribed({ label: '', kind: 'group', fields: contentFields(name) }, seedOf('sample', name), name);
  });
});

/** The drawings of a form's pictures. */
function* choicesOf(fields: Field[]): Generator<string> {
  for (const field of fields) {
    if (field.kind === 'picture') yield* (field.choices ?? []).map(({ value }) => value);
    yield* choicesOf([...(field.fields ?? []), ...(field.item ? [field.item] : [])]);
  }
}

function expectDescribed(field: Field | undefined, value: unknown, path: string): void {
  expect(field?.kind, path).toBeDefined();
  if (field?.kind === 'group') {
    const keys = field.fields?.map(({ key }) => key);
    for (const [key, part] of Object.entries(value as object)) {
      expect(keys, path).toContain(key);
      expectDescribed(
        field.fields?.find((one) => one.key === key),
        part,
        `${path}.${key}`,
      );
    }
    return;
  }
  expect(field?.label, path).not.toBe('');
  if (field?.kind === 'list') {
    expect(field.max, path).toBeGreaterThan(0);
    for (const [index, entry] of (value as unknown[]).entries()) expectDescribed(field.item, entry, `${path}.${index}`);
  } else if (['text', 'longtext', 'markdown'].includes(field?.kind ?? '')) {
    expect(typeof value, path).toBe('string');
    expect(field?.max, path).toBeGreaterThan(0);
  }
}

describe('words of earlier schemas', () => {
  const folder = new URL('./fixtures/words/', import.meta.url);
  const fixtures = globSync('*/v*.json', { cwd: folder }).map((file) => {
    const [, name = '', version] = /^(.+)\/v(\d+)\.json$/.exec(file) ?? [];
    return { file, name: name.replace('legal-', 'legal/') as (typeof contentNames)[number], version: Number(version) };
  });

  test('there is a fixture of every version of every schema', () => {
    for (const name of contentNames.filter((one) => !one.startsWith('legal/') || one === 'legal/gizlilik')) {
      const versions = fixtures.filter((one) => one.name === name).map(({ version }) => version);
      expect(versions.sort(), name).toEqual(Array.from({ length: schemaVersion(name) }, (_, index) => index + 1));
    }
  });

  test.each(fixtures)('$file opens and can be saved', ({ file, name, version }) => {
    const stored = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    expect(parseWords(name, openWords(name, stored, version)).fields).toBeUndefined();
  });

  test('words longer than their schema lets them be by now open as they are, and name the longest when they are saved', () => {
    const stored = seedOf('sample', 'faq-counselling') as { items: { answer: string }[] };
    const answers = Array.from({ length: 7 }, (_, index) => ({
      ...stored.items[index],
      answer: 'a'.repeat(1190 + index),
    }));
    const words = { items: [...answers, ...stored.items.slice(7)] };
    const open = {
      items: Array.from({ length: 13 }, (_, index) => ({ ...stored.items[index], answer: 'a'.repeat(1200) })),
    };
    expect(parseWords('faq-counselling', words).words).toEqual(words);
    expect(openWords('faq-counselling', open, 1)).toEqual(open);
    const { fields = {} } = parseWords('faq-counselling', open);
    expect(Object.keys(fields)).toEqual(['items.0.answer']);
    expect(fields['items.0.answer']).toMatch(/tümü 16\.\d{3} karakter; en fazla 14\.000 olabilir/);
  });

  test('each step is applied once, in order, from the version of the row', () => {
    const steps = [
      ({ title }: Record<string, unknown>) => ({ name: title }),
      ({ name }: Record<string, unknown>) => ({ name: `${name}!` }),
    ];
    expect(upcast(steps, { title: 'a' }, 1)).toEqual({ name: 'a!' });
    expect(upcast(steps, { name: 'a' }, 2)).toEqual({ name: 'a!' });
    expect(upcast(steps, { name: 'a!' }, 3)).toEqual({ name: 'a!' });
  });
});

describe('marks in texts', () => {
  test('bold and links are parts, everything else is letters', () => {
    expect(readInlineText('Bize **hemen** [yazın](/iletisim), <b>olmaz</b>.')).toEqual([
      { text: 'Bize ' },
      { text: 'hemen', bold: true },
      { text: ' ' },
      { text: 'yazın', href: '/iletisim' },
      { text: ', <b>olmaz</b>.' },
    ]);
    expect(toPlainText('Bize **hemen** [yazın](/iletisim).')).toBe('Bize hemen yazın.');
    const boldLink = { text: 'yazın', bold: true, href: '/iletisim' };
    expect(readInlineText('**[yazın](/iletisim)**')).toEqual([boldLink]);
    expect(readInlineText('[**yazın**](/iletisim)')).toEqual([boldLink]);
    expect(readInlineText('**Bize [yazın](/iletisim).**')).toEqual([
      { text: 'Bize ', bold: true },
      boldLink,
      { text: '.', bold: true },
    ]);
    expect(readInlineText('**[x](javascript:1)**')).toEqual([{ text: '[x](javascript:1)', bold: true }]);
  });

  test.each(['javascript:alert(1)', '//kotu.example', '/\\kotu.example', 'data:text/html,x', 'http://a.example'])(
    'a link to %s stays letters',
    (href) => {
      expect(readInlineText(`[x](${href})`)).toEqual([{ text: `[x](${href})` }]);
    },
  );
});

describe('the legal texts', () => {
  test('every legal text that mails link to exists', () => {
    const mails = globSync('src/api/**/*.mails.ts').map((file) => readFileSync(file, 'utf8'));
    const slugs = [...mails.join('\n').matchAll(/\/yasal\/([\w-]+)/g)].map(([, slug]) => `${slug}.md`);
    expect(slugs).not.toEqual([]);
    expect(legal.map(({ name }) => name)).toEqual(expect.arrayContaining(slugs));
  });

  test('the terms of cancelling say what the orders page does', () => {
    const read = (slug: string) => legal.find(({ name }) => name === `${slug}.md`)?.text;
    const buttons = readFileSync(new URL('../src/web/orders/SeatActions.tsx', import.meta.url), 'utf8');
    for (const label of ['İptal et', 'Yerimi devret']) {
      expect(buttons).toContain(`label="${label}"`);
      expect(read('iptal-ve-iade')).toContain(`“${label}”`);
    }
    expect(read('iptal-ve-iade')).toContain('Etkinliğe bir saat kalana kadar');
    expect(read('on-bilgilendirme')).toMatch(/“Siparişlerim” sayfasından .* cayabilirsiniz/);
  });

  test.each(legal)('$name names only fields of the identity and legal texts that exist', ({ text }) => {
    expect(fillIdentity(text, site)).not.toContain('{{');
    for (const [, slug] of text.matchAll(/\]\(\/yasal\/([^)]+)\)/g))
      expect(legal.map((page) => page.name)).toContain(`${slug}.md`);
  });

  test('the identity is put into legal texts as escaped HTML, and an unknown field is refused', () => {
    expect(fillIdentity('<p>{{legal_name}}</p>', { ...site, legal_name: 'Kâğıt & İp <b>' })).toBe(
      '<p>Kâğıt &amp; İp &lt;b&gt;</p>',
    );
    expect(fillIdentity('{{legalname}}', site)).toBe('{{legalname}}');
    expect(
      parseWords('legal/gizlilik', { ...seedOf('sample', 'legal/gizlilik'), body: '{{legalname}}' }).fields,
    ).toEqual({ body: '{{legalname}} bilinmiyor.' });
    expect(fillIdentity('{{legal_name}}', neutralSite)).toBe('[resmî unvan]');
  });

  test('HTML and addresses of scripts in a legal text stay letters', () => {
    const html = renderLegalText(
      '# A\n\n<script>x</script> [b](javascript:x) ![c](https://a.example/c.png) **d**',
      site,
    );
    expect(html).toBe('<h2>A</h2>\n<p>&lt;script&gt;x&lt;/script&gt; b c <strong>d</strong></p>\n');
  });

  test('a legal text pasted from a word processor keeps its lines, and its tabs are no code', () => {
    const html = renderLegalText('1.\tTaraflar\n\tSatıcı: X\n\tAlıcı: Y\n\n\tAdres\n•\tbir\n•\tiki', site);
    expect(html.replaceAll('\t', '')).toBe(
      '<ol>\n<li><p>Taraflar<br>Satıcı: X<br>Alıcı: Y</p>\n<p>Adres<br>•bir<br>•iki</p>\n</li>\n</ol>\n',
    );
    expect(renderLegalText('\tMadde 1\nSon', site)).toBe('<p>\tMadde 1<br>Son</p>\n');
  });

  test('a legal text nested deeper than can be read is shown as typed', () => {
    const typed = `${'>'.repeat(20_000)}<b> {{email}}`;
    expect(renderLegalText(typed, site)).toBe(`<p>${'&gt;'.repeat(20_000)}&lt;b&gt; ${site.email}</p>\n`);
  });

  test('the product has a file for every legal text', () => {
    expect(legal.map(({ name }) => name).sort()).toEqual(legalSlugs.map((slug) => `${slug}.md`).sort());
  });
});
