import type { Page } from '@playwright/test';
import { holdRequests, layoutShift } from './common.ts';
import { expect, test } from './fixtures.ts';

/** Our typefaces' files. */
const core = /-core\..*\.woff2$/;

/** Waits until so many of our three faces are in use. */
const inUse = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) =>
      [...document.fonts].filter(
        (face) => /^"?(Alegreya|Commissioner)"?$/.test(face.family) && face.status === 'loaded',
      ).length === wanted,
    count,
  );

test.describe('where the look of what is below the first screen and the scripts come late, nothing moves', () => {
  for (const path of ['/login', '/register', '/forgot-password', '/cart']) {
    test(`${path} @phone`, async ({ page }) => {
      const release = await holdRequests(page, /\/_astro\/(?:below.*\.css|.*\.js)$/);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const awake = page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
      release();
      await awake;
      await inUse(page, 3);
      expect(await layoutShift(page)).toBeLessThan(0.01);
    });
  }
});

test('an account’s cart that turns out empty moves nothing @phone', async ({ page, customer, signInAs }) => {
  await signInAs((await customer()).token);
  const release = await holdRequests(page, /\/api\/cart$/);
  const asked = page.waitForRequest(/\/api\/cart$/);
  await page.goto('/cart');
  await asked;
  release();
  await expect(page.getByText('Henüz sepette ürün bulunmuyor.')).toBeVisible();
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

test('from elsewhere words come first, then the great picture, then the fonts, together', async ({ page }) => {
  for (const path of ['/yasal/mesafeli-satis', '/kocluk']) {
    await page.goto(path);
    await inUse(page, 3);
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

test('a font that does not come holds up none of the others', async ({ page }) => {
  await page.route(/alegreya-italic-core/, (route) => route.abort());
  await page.goto('/');
  await inUse(page, 2);
});

test('fonts are used where no script runs', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const asked = page.waitForRequest(core);
  await page.goto('/yasal');
  await asked;
  await page.close();
});

test('letters on their way are stood in for by the system’s, not by the fonts for rare letters', async ({
  page,
  baseURL,
}) => {
  const rare: string[] = [];
  page.on('request', (request) => /-(?:more|latin)\b.*woff2/.test(request.url()) && rare.push(request.url()));
  const release = await holdRequests(page, core);
  for (const path of ['/', '/kocluk', '/products', '/login']) {
    await page.goto(path, { waitUntil: 'domcontentloaded', referer: baseURL });
    await page.waitForFunction(() => [...document.fonts].some((face) => face.status === 'loading'));
    expect(rare, path).toEqual([]);
  }
  release();
});
