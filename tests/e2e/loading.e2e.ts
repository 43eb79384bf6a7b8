import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from './fixtures.ts';
import { fontsInUse, holdRequests, layoutShift } from './helpers.ts';

/** Font files of the basic letters. */
const core = /-core\..*\.woff2$/;

test('nothing on a page with a form moves when styles and scripts arrive late @phone', async ({ page }) => {
  for (const path of ['/login', '/register', '/forgot-password', '/cart', '/iletisim']) {
    const held = await holdRequests(page, /\/_astro\/(?:deferred.*\.css|.*\.js)$/);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const awake = page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
    await held.release();
    await awake;
    // In Firefox what follows the style sheet waits for it because of the script alone.
    expect(await page.locator('main > link[rel=stylesheet] + script:not([src])').count(), path).toBe(1);
    await fontsInUse(page);
    expect(await layoutShift(page), path).toBeLessThan(0.01);
  }
});

test('no button of a page can be pressed before its script is there', async ({ page, api }) => {
  // Scripts that never end. Those that fail are asked for again, and after a while that is an error of the page.
  const body = 'await new Promise(() => {});';
  await page.route(/\/_astro\/.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const [[product], [post]] = [await api('GET /api/products'), await api('GET /api/blogs')];
  const fixed = ['/', '/danismanlik', '/danismanlik/hizmetler', '/kocluk', '/products', '/blog', '/galeri', '/ara'];
  const forCustomers = ['/cart', '/login', '/register', '/forgot-password', '/activate?token=x', '/profile', '/orders'];
  for (const path of [
    ...fixed,
    ...forCustomers,
    `/products/${product?.slug}`,
    `/blog/${post?.slug}`,
    '/yok',
    '/cikis',
  ]) {
    await page.goto(path);
    // The browser itself opens the menu and sends the search.
    const early = await page
      .locator('button:enabled:not([popovertarget], [role=search] button)')
      .filter({ visible: true })
      .allTextContents();
    expect(early, path).toEqual([]);
  }
});

test('nothing moves when the cart of an account turns out to be empty @phone', async ({ page, customer, signInAs }) => {
  await signInAs((await customer()).token);
  const held = await holdRequests(page, /\/api\/cart$/);
  const asked = page.waitForRequest(/\/api\/cart$/);
  await page.goto('/cart');
  await asked;
  await held.release();
  await expect(page.getByText('Henüz sepette ürün bulunmuyor.')).toBeVisible();
  await expect(page.getByText('giriş yapın')).toBeHidden();
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

test('nothing moves when what a page asks for comes late @phone', async ({ page, addProduct, sell }) => {
  const { order } = await sell(['Ada Kaya'], await addProduct());
  const ticket = order.participants[0]?.ticket_url as string;
  for (const [path, asked, shown] of [
    ['/ara?q=oyun', /\/search-index\//, '.find__item'],
    [ticket, /\/api\/tickets\//, '.bilet__code'],
  ] as const) {
    const held = await holdRequests(page, asked);
    await page.goto(path);
    await held.release();
    await page.locator(shown).first().waitFor();
    expect(await layoutShift(page), path).toBeLessThan(0.01);
  }
});

test('a bar that arrives in two parts is painted once, when it is whole', async ({ page, baseURL }) => {
  const html = await (await fetch(`${baseURL}/blog`)).text();
  const cut = html.indexOf('<div class="bar__end">');
  expect(cut).toBeGreaterThan(0);
  let restSentAt = 0;
  const server = createServer(async (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.write(html.slice(0, cut));
    await wait(500);
    restSentAt = Date.now();
    response.end(html.slice(cut));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await page.route(/\/[^/]+$/, (route) => route.abort());
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { waitUntil: 'domcontentloaded' });
  const painted = await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint && performance.timeOrigin + paint.startTime;
  });
  expect(await painted.jsonValue()).toBeGreaterThan(restSentAt);
  server.close();
});

test('a first visit loads the text first, then the large picture, then the fonts together', async ({ page }) => {
  for (const path of ['/yasal/mesafeli-satis', '/kocluk']) {
    await page.goto(path);
    await fontsInUse(page);
    const times = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const picture = document.querySelector<HTMLImageElement>('[fetchpriority=high]')?.currentSrc;
      return {
        words: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        picture: files.find(({ name }) => name === picture)?.responseEnd ?? 0,
        fonts: files.filter(({ name }) => name.includes('-core.')).map(({ startTime }) => startTime),
      };
    });
    expect(times.words, path).toBeGreaterThan(0);
    expect(times.fonts, path).toHaveLength(3);
    expect(Math.min(...times.fonts), path).toBeGreaterThan(Math.max(times.words as number, times.picture));
  }
});

test('a font that fails to load does not delay the others', async ({ page }) => {
  await page.route(/alegreya-italic-core/, (route) => route.abort());
  await page.goto('/');
  await fontsInUse(page, 2);
});

test('fonts are loaded without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const asked = page.waitForRequest(core);
  await page.goto('/yasal');
  await asked;
  await page.close();
});

test('text waits for its font in a system font and loads no fonts of rare letters', async ({ page, baseURL }) => {
  const rare: string[] = [];
  page.on('request', (request) => /-(?:more|latin)\b.*woff2/.test(request.url()) && rare.push(request.url()));
  const held = await holdRequests(page, core);
  for (const path of ['/', '/kocluk', '/products', '/login']) {
    await page.goto(path, { waitUntil: 'domcontentloaded', referer: baseURL });
    await page.waitForFunction(() => [...document.fonts].some((face) => face.status === 'loading'));
    expect(rare, path).toEqual([]);
  }
  await held.release();
});
