import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { budgetOf } from '../../scripts/bench/weight.ts';
import { type ContentName, contentFields, contentNames } from '../../src/contract/contentDocuments.ts';
import { readTexts } from '../../src/contract/contentText.ts';
import { services } from '../../src/demo/services.ts';
import { dayInIstanbul } from '../../src/shared/time.ts';
import { tempFolder } from '../api/cleanup.ts';
import { file, form } from '../api/formData.ts';
import { picture } from '../api/pictures.corpus.ts';
import { longestWords, namesOfPages } from '../load/longestWords.ts';
import { type ProductProcess, startProduct } from '../load/processes.ts';
import { send } from '../load/send.ts';
import { adminEnvironment, signIn } from './admin.ts';

const folder = tempFolder('words');
const environment = {
  DATA_DIR: join(folder, 'data'),
  SEED: 'none',
  SITE_URL: 'http://localhost:4321',
  ...adminEnvironment,
};
let product: ProductProcess;
let token: string;

beforeAll(async () => {
  product = await startProduct(environment);
  token = await signIn(product);
});
afterAll(() => product.stop());

async function call<Reply>(method: string, path: string, body?: object): Promise<Reply> {
  const response = await send(product.origin, `${method} /api/${path}`, token, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

const page = async (path: string) => (await fetch(`${product.origin}${path}`)).text();

interface Document {
  revision: number;
  version?: string;
  data: Record<string, unknown>;
}
const read = (name: ContentName) => call<Document>('GET', `admin/content/${name}`);
const save = async (name: ContentName, data: Record<string, unknown>) =>
  call<Document>('PUT', `admin/content/${name}`, { base: (await read(name)).revision, data });

async function publish(): Promise<void> {
  await call('POST', 'admin/publish');
  await expect
    .poll(() => call<{ pending: boolean; state: string }>('GET', 'admin/publish'), { timeout: 180_000 })
    .toMatchObject({ pending: false, state: 'published' });
}

/** As many services as the sample practice has, with pictures. */
async function addServices(): Promise<void> {
  const image = await picture('png', 960, 540);
  for (const { title, note, description } of services) {
    const body = form({ title, note: note ?? '', description }, { image: file(image, 'a.png', 'image/png') });
    await call('POST', 'consulting', body);
  }
}

/** The texts people read in a page's main part, without forms, dialogs' fields and what readers of screens hear. */
function textsOf(html: string): string[] {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';
  return main
    .replace(/<(form|script|style|svg|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<span class="sr">[\s\S]*?<\/span>/g, ' ')
    .split(/<[^>]*>/)
    .map((text) => text.replace(/&[a-z#0-9]+;/g, ' ').trim())
    .filter((text) => /\p{L}{2}/u.test(text));
}

test('every sentence of the three pages comes from the words, and nothing else depends on them', async () => {
  const pages = ['/', '/danismanlik', '/kocluk'];
  const ownPages = ['/sorular/danismanlik', '/sorular/kocluk', '/kocluk/lgs'];
  const weights: Record<string, number> = {};
  const marked = namesOfPages.map((name) => [name, longestWords(name)] as const);
  await addServices();
  await publish();
  const before = await call<object[]>('GET', 'admin/content');
  const own = new Map(await Promise.all(pages.map(async (path) => [path, await page(path)] as const)));
  const others = ['/products', '/blog', '/galeri', '/yasal/gizlilik', '/cart', '/login'];
  const shown = new Map(await Promise.all(others.map(async (path) => [path, await page(path)] as const)));
  await call('POST', 'admin/content/home/preview', { data: marked[0]?.[1] });
  expect(await call('GET', 'admin/content')).toEqual(before);
  expect((await page('/')) === own.get('/')).toBe(true);

  const documents = Object.fromEntries(marked.map(([name, data]) => [name, { schema_version: 1, data }]));
  await call('PUT', 'admin/content.json', { kind: 'words', documents });
  await publish();
  for (const path of pages) {
    const html = await page(path);
    const foreign = textsOf(html).filter((text) => !/^Söz\d+( [a-zı ]*)?( \(\d+\))?$/.test(text));
    // Words of the contact ways and of dialogs' buttons belong to the forms; services are a room of their own.
    expect(
      foreign.filter((text) => !formWords.has(text) && !serviceWords.includes(text)),
      path,
    ).toEqual([]);
    // The longest words load no other script, style or font, and stay within what a phone gets at once.
    expect(loadedBy(html), path).toEqual(loadedBy(own.get(path) ?? ''));
    weights[path] = brotliCompressSync(html).length / 1024;
  }
  for (const path of others) expect((await page(path)) === shown.get(path), path).toBe(true);
  for (const path of ownPages) weights[path] = brotliCompressSync(await page(path)).length / 1024;
  expect(Object.entries(weights).filter(([, weight]) => weight > (budgetOf('/').html ?? 0))).toEqual([]);
});

const serviceWords = services.flatMap(({ title, note, description }) => [
  title,
  note,
  description.slice(0, description.indexOf('\n')),
]);

const formWords = new Set(['Kapat', 'İptal', 'Mesajı gönder', 'Yeni bir mesaj yaz', 'Konu:', 'Hizmet', 'Teşekkürler']);

/** Addresses of scripts, styles and fonts of a page, without the questions' style: a new site has no questions. */
const loadedBy = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css|woff2))"/g)]
    .map(([, address]) => address)
    .filter((address) => !address?.includes('/Accordion.'))
    .sort();

test('a preview has the bytes of the page once published, on every page', async () => {
  const changed = new Map<ContentName, Record<string, unknown>>();
  for (const name of contentNames) {
    const { data } = await read(name);
    const words = JSON.parse(JSON.stringify(data).replace(/Söz\d+ [a-zı ]{15}/g, 'Yeni “söz” <b> & {{x'));
    if (name === 'legal/gizlilik') words.body = `${words.body}\n\nYeni </script> cümle.`;
    if (words.hero) words.hero.accent = words.hero.title;
    changed.set(name, words);
  }
  // Each page shows words of several documents: all but those of its own are saved before it is previewed.
  const previews = new Map<string, string>();
  const preview = async (name: ContentName, path: string) => {
    const { url } = await call<{ url: string }>('POST', `admin/content/${name}/preview`, {
      data: changed.get(name),
      path,
    });
    const answer = await fetch(`${product.origin}${new URL(url).pathname}`);
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    previews.set(path, await answer.text());
  };
  // One process renders them all; nothing that it read for these is in those that follow.
  for (const path of ['/', '/danismanlik', '/blog', '/yasal/gizlilik']) await preview('pages', path);
  for (const [name, words] of changed) if (name !== 'home') await save(name, words);
  const site = await call<object>('GET', 'site');
  const identity = { legal_name: 'Ad', tax_line: 'Vergi', city: 'İl', address: 'Adres', email: 'a@ornek.com' };
  await call('PUT', 'admin/site', { ...site, ...identity, phone: '0216 444 55 66' });
  await call('POST', 'blogs/add', { title: 'Yeni yazı', description: 'Özet', content: '<p>Metin</p>' });
  await preview('home', '/');
  await save('home', changed.get('home') ?? {});
  const sitemap = await page('/sitemap.xml');
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/');
  const { version } = await read('legal/gizlilik');
  paths.push(`/yasal/gizlilik/${version}`, '/404', '/cart', '/login', '/blog/yeni-yazi');
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) if (path !== '/') await preview('pages', path);
  await publish();
  for (const [path, shown] of previews) {
    const published = await page(path);
    const canonical = /<link rel="canonical"[^>]*>/.exec(published)?.[0] ?? '';
    const robots = '<meta name="robots" content="noindex">';
    const line = /(?<=<body>)<p class="note[^>]*>Önizleme:[^<]*<\/p>/.exec(shown)?.[0] ?? '-';
    expect(shown.includes(robots), path).toBe(true);
    const bare = (html: string) => html.replace(line, '').replace(robots, '').replace(canonical, '');
    expect(bare(shown) === bare(published), path).toBe(true);
  }
});

test('a changed legal text is a new version, once, and every published one stays readable', async () => {
  const { version, data } = await read('legal/cerezler');
  expect((await fetch(`${product.origin}/yasal/cerezler/${version}`)).status).toBe(200);
  // The text as it came may be of today, too. Midnight may come at any moment.
  const days = [dayInIstanbul(new Date())];
  for (const word of ['Bir', 'İki']) await save('legal/cerezler', { ...data, body: `${word}. ${data.body}` });
  await publish();
  const changed = await read('legal/cerezler');
  days.push(dayInIstanbul(new Date()));
  expect(days).toContain(changed.version?.slice(0, 10));
  expect(changed.version).not.toBe(version);
  expect(await page('/yasal/cerezler')).toContain('İki. ');
  expect(await page(`/yasal/cerezler/${changed.version}`)).toContain('İki. ');
  expect(await page(`/yasal/cerezler/${version}`)).not.toContain('İki. ');
  await save('legal/cerezler', data);
  await publish();
  const again = await read('legal/cerezler');
  const isSameDay = again.version?.slice(0, 10) === changed.version?.slice(0, 10);
  expect(again.version).toMatch(isSameDay ? /^.{10}-\d$/ : /^.{10}(-\d)?$/);
  expect(again.version).not.toBe(changed.version);
});

test('words stored in the first version of their schemas open, are edited and published', async () => {
  const folder = new URL('../fixtures/words/', import.meta.url);
  const stored = readdirSync(folder).map((name) => {
    const data = JSON.parse(readFileSync(new URL(`${name}/v1.json`, folder), 'utf8'));
    return [name.replace('legal-', 'legal/') as ContentName, { schema_version: 1, data }] as const;
  });
  await call('PUT', 'admin/content.json', { kind: 'words', documents: Object.fromEntries(stored) });
  const { data } = await read('home');
  const intro = { ...(data.intro as object), text: 'Bir satır,\n**bir** satır daha.' };
  await save('home', { ...data, intro, services: { ...(data.services as object), title: 'Sonradan değişen başlık' } });
  await publish();
  const home = await page('/');
  expect(home).toContain('Sonradan değişen başlık');
  expect(home).toContain('>Bir satır,<br><strong>bir</strong> satır daha.</p>');
  const pages = [
    home,
    ...(await Promise.all(
      ['danismanlik', 'kocluk', 'kocluk/lgs', 'blog', 'yasal/gizlilik'].map((path) => page(`/${path}`)),
    )),
  ];
  // Reviews are switched off on a site that began without the sample.
  for (const [name, words] of stored.filter(([one]) => one !== 'reviews')) {
    const texts = [...readTexts(contentFields(name), words.data)].map(({ text }) => text.replaceAll('**', ''));
    const shown = texts.filter((text) => pages.some((html) => html.includes(text)));
    expect(shown.length, name).toBeGreaterThan(texts.length / 3);
  }
});

test('a kill while publishing leaves pages and published revisions agreed', async () => {
  const { data } = await read('reviews');
  await save('reviews', { ...data, items: [] });
  const home = (await read('home')).data;
  await save('home', { ...home, reviews_title: 'Öldürülürken' });
  await call('POST', 'admin/publish');
  await sleep(700);
  await product.kill();
  product = await startProduct(environment);
  token = await signIn(product);
  const rows = await call<{ name: string; revision: number; live_revision: number }[]>('GET', 'admin/content');
  const live = rows.find(({ name }) => name === 'legal/cerezler');
  expect(live?.live_revision).toBe(live?.revision);
  const [release] = await call<{ id: string; state: string }[]>('GET', 'admin/releases');
  await publish();
  for (const { revision, live_revision } of await call<typeof rows>('GET', 'admin/content'))
    expect(live_revision).toBe(revision);
  // Going back to a release goes back to its words.
  const releases = await call<{ id: string; state: string; restorable: boolean; revisions: object }[]>(
    'GET',
    'admin/releases',
  );
  const earlier = releases.filter(({ restorable }) => restorable).at(-1);
  expect(earlier?.revisions).toMatchObject({ home: 1 });
  expect(release).toBeDefined();
  await call('POST', `admin/releases/${earlier?.id}/restore`);
  const back = await call<typeof rows>('GET', 'admin/content');
  expect(back.find(({ name }) => name === 'home')).toMatchObject({ live_revision: 1 });
  const { legal_versions } = await call<{ legal_versions: { slug: string; version: string }[] }>('GET', 'content');
  for (const { slug, version } of legal_versions) {
    const path = `/yasal/${slug}/${version}`;
    await expect.poll(async () => (await fetch(`${product.origin}${path}`)).status, { message: path }).toBe(200);
  }
  expect(back.map(({ name }) => name)).toEqual(contentNames);
});
