import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import counselling from '../../src/content/counselling.json' with { type: 'json' };
import faqCoaching from '../../src/content/faq-coaching.json' with { type: 'json' };
import faqCounselling from '../../src/content/faq-counselling.json' with { type: 'json' };
import home from '../../src/content/home.json' with { type: 'json' };
import reviews from '../../src/content/reviews.json' with { type: 'json' };
import site from '../../src/content/site.json' with { type: 'json' };
import { tempFolder } from '../api/cleanup.ts';
import { type ProductProcess, startProduct } from '../load/processes.ts';

const folder = tempFolder('neutral');
let product: ProductProcess;
const pages = new Map<string, string>();

beforeAll(async () => {
  product = await startProduct({ DATA_DIR: join(folder, 'data'), SEED: 'none', SITE_URL: 'http://localhost:4321' });
  const sitemap = await (await fetch(`${product.origin}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>http:\/\/localhost:4321([^<]*)<\/loc>/g)].map(([, path]) => path || '/');
  for (const path of [...listed, '/danismanlik/hizmetler', '/cart', '/404', '/manifest.webmanifest']) {
    pages.set(path, await (await fetch(`${product.origin}${path}`)).text());
  }
});
afterAll(() => product.stop());

test('a site started with SEED=none shows no review, biography, answer or identity of the sample', () => {
  expect(pages.size).toBeGreaterThan(15);
  const invented = [
    ...reviews.items.flatMap(({ name, comment }) => [name, comment]),
    counselling.bio.lead,
    ...counselling.bio.paragraphs,
    ...[...faqCounselling.items, ...faqCoaching.items].map(({ answer }) => answer),
    ...home.intro.facts.map(({ value }) => value).slice(0, 2),
    site.legal_name,
    site.tax_line,
    site.city,
    site.address,
    site.email,
    site.phone,
    site.whatsapp,
    site.workshops_banner,
  ];
  for (const [path, html] of pages) {
    expect(
      invented.filter((words) => html.includes(words)),
      path,
    ).toEqual([]);
  }
});

test('sections and links without content are not there', () => {
  const has = (path: string, words: RegExp) => words.test(pages.get(path) as string);
  expect(has('/danismanlik', /id="(?:ben-kimim|danismanlik-sss)"|<h2>Hizmetler<\/h2>|#danismanlik-sss/)).toBe(false);
  expect(has('/kocluk', /id="kocluk-sss"|<ul[^>]*>\s*<\/ul>/)).toBe(false);
  expect(has('/', /class="facts"|id="yorumlar"|<ul[^>]*>\s*<\/ul>/)).toBe(false);
  expect(has('/products', /class="ribbon"/)).toBe(false);
  // Of the first workshop, which is on sale before the next release.
  expect(has('/products', /<template id="ilk-atolyeler">.*class="prod is-out".*<\/template>/s)).toBe(true);
  const withContact = [...pages].filter(([, html]) => /wa\.me|href="(?:mailto|tel):"/.test(html));
  expect(withContact.map(([path]) => path)).toEqual([]);
  expect(has('/yasal/aydinlatma-metni', /\[resmî unvan\]/)).toBe(true);
});

test('the password of the new admin is printed before the site is built, which a kill may end', () => {
  expect(product.output()).toMatch(/^Admin sign-in \(shown once\): \S+ \/ \S{16}\nBuilding the site…\nReady: /m);
});

test('a restart keeps it so', async () => {
  await product.stop();
  product = await startProduct({ DATA_DIR: join(folder, 'data'), SEED: 'none', SITE_URL: 'http://localhost:4321' });
  const saved = await (await fetch(`${product.origin}/api/site`)).json();
  expect(saved).toMatchObject({ sample_words: false, legal_name: '', phone: '', address: '' });
});
