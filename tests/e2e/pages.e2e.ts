import { dayInIstanbul } from '../../src/shared/time.ts';
import { paths } from '../../src/web/adminPaths.ts';
import { buildPaths } from '../../src/web/buildPaths.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { expectFits } from './helpers.ts';

/** Public pages with their headings. */
const pages = [
  ['/', 'İpin ucu, çoğu zaman bir sohbettir.'],
  ['/danismanlik', 'Anlatmak için acele etmenize gerek yok.'],
  ['/danismanlik/hizmetler', 'Hizmetler'],
  ['/kocluk/lgs', 'LGS: Sınav yılında sakin bir ritim'],
  ['/kocluk', 'Yolu öğrenci çizer, biz ışığı tutarız.'],
  ['/products', 'Atölyeler'],
  ['/blog', 'Blogum'],
  ['/galeri', 'Galeri'],
  ['/iletisim', 'İletişim'],
  ['/ara', 'Ne aramıştınız?'],
  ['/yasal', 'Yasal metinler'],
  ['/yasal/aydinlatma-metni', 'KVKK aydınlatma metni'],
] as const;

/** Counts the links and buttons of a page and names those covered by another element when scrolled to. */
const findCovered = () => {
  // An element that lets the pointer through still hides what is under it.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(sheet);
  const controls = [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary)')];
  const offered = controls.filter((control) => control.checkVisibility({ visibilityProperty: true }));
  const covered = offered.filter((control) => {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // The middle of a link of two lines may be outside of it.
    const [line] = control.getClientRects();
    if (!line) return true;
    const top = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
    return !control.contains(top);
  });
  return { offered: offered.length, covered: covered.map((control) => control.textContent?.trim() ?? '') };
};

test('every page is accessible, fits the screen and covers no link or button @phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const missing = ['/yok-boyle-bir-sayfa', 'Aradığınız sayfayı bulamadık.', 404] as const;
  for (const [path, heading, status = 200] of [...pages, missing]) {
    await test.step(path, async () => {
      expect((await page.goto(path))?.status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.locator('h1')).toHaveCount(1);
      await expectAccessible(page);
      await expectFits(page);
      const { offered, covered } = await page.evaluate(findCovered);
      expect(offered).toBeGreaterThan(0);
      expect(covered).toEqual([]);
    });
  }
  // The last one, of an unknown address, links on.
  await page.getByRole('main').getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every page can be read without JavaScript', async ({ page }) => {
    for (const [path, heading] of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
    }
  });

  test('pages of an account say that they need JavaScript', async ({ request }) => {
    for (const path of ['/login', '/register', '/forgot-password', '/cart', '/orders', '/profile']) {
      // Chromium does not render <noscript> where a test disabled scripts.
      const html = await (await request.get(path)).text();
      expect(html, path).toMatch(/<noscript>.+JavaScript açık olmalıdır\..+<\/noscript>/s);
    }
  });

  test('the built pages hold products, posts and services, and hide what needs JavaScript', async ({ page, api }) => {
    const products = await api('GET /api/products');
    const posts = await api('GET /api/blogs');
    const services = await api('GET /api/consulting');
    for (const rows of [products, posts, services]) expect(rows.length).toBeGreaterThan(5);
    await page.goto('/products');
    for (const { title } of products) await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Gölgeyle Oyun' })).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.goto('/danismanlik');
    for (const { title } of services) await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.locator('.rot, .cons__act, [data-opens]').locator('visible=true')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'İletişime Geç' })).toBeVisible();
    await page.goto(`/blog/${posts[0]?.slug}`);
    await expect(page.getByRole('heading', { level: 1, name: posts[0]?.title })).toBeVisible();
    await expect(page.locator('.prose p').first()).toBeVisible();
  });
});

test('every page of the sitemap exists and names itself as canonical', async ({ request, api }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const [{ slug, updated_at } = { slug: '', updated_at: '' }] = await api('GET /api/site/posts');
  expect(map).toContain(`/blog/${slug}</loc><lastmod>${dayInIstanbul(new Date(updated_at))}</lastmod>`);
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] as string);
  expect(addresses.length).toBeGreaterThan(40);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const address of addresses) {
    const response = await request.get(new URL(address).pathname, { maxRedirects: 0 });
    expect(response.status(), address).toBe(200);
    const html = await response.text();
    expect(html, address).toContain(`<link rel="canonical" href="${address}">`);
    // A line break before an element leaves no blank there.
    const words = html.replace(/<script.*?<\/script>/gs, '');
    expect(words, address).not.toMatch(/[\p{L}:,;.]<(?:a|b|em|strong|time)[ >]/u);
  }
});

test('whoever follows the blog sees in the reader whose it is', async ({ request, api }) => {
  const { name } = await api('GET /api/site');
  expect(await (await request.get('/rss.xml')).text()).toContain(`<channel><title>Blogum | ${name}</title>`);
  expect(await (await request.get('/galeri')).text()).toContain(`title="Blog | ${name}" href="/rss.xml"`);
});

test('the home page sends no request to the API or to another origin', async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(asked.filter((url) => !url.startsWith(baseURL as string) && !url.startsWith('data:'))).toEqual([]);
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('every fixed path of the site has a page', async ({ request }) => {
  const addresses = Object.values({ ...paths, ...buildPaths }).filter((path) => typeof path === 'string');
  expect(addresses.length).toBeGreaterThan(30);
  for (const address of new Set(addresses.map((path) => path.replace(/#.*/, ''))))
    expect((await request.get(address, { maxRedirects: 0 })).status(), address).toBe(200);
});

test('every form that takes personal data links to the privacy notice', async ({ page, api, customer, signInAs }) => {
  const [post] = await api('GET /api/blogs');
  const forms = [
    ['/kocluk', '#kocluk-formu'],
    [`/blog/${post?.slug}`, '#yorum-formu'],
    ['/register', 'form'],
  ] as const;
  for (const [path, form] of forms) {
    await page.goto(path);
    const link = page.locator(form).locator('a[href="/yasal/aydinlatma-metni"]').first();
    await expect(link, path).toHaveText(/KVKK aydınlatma metninde/);
  }
  await signInAs((await customer()).token, '/profile');
  await expect(page.getByRole('link', { name: /KVKK aydınlatma metninde/ })).toBeVisible();
});
