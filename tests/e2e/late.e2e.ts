import { hold, moved } from './common.ts';
import { expect, test } from './fixtures.ts';

test.describe('where the look of what is below the first screen and the scripts come late, nothing moves', () => {
  for (const path of ['/login', '/register', '/forgot-password', '/cart']) {
    test(`${path} @phone`, async ({ page }) => {
      const release = await hold(page, /\/_astro\/(?:below.*\.css|.*\.js)$/);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const awake = page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
      release();
      await awake;
      await page.evaluate(() => document.fonts.ready);
      expect(await moved(page)).toBeLessThan(0.01);
    });
  }
});

test('an account’s cart that turns out empty moves nothing @phone', async ({ page, customer, enterAs }) => {
  await enterAs((await customer()).token);
  const release = await hold(page, /\/api\/cart$/);
  const asked = page.waitForRequest(/\/api\/cart$/);
  await page.goto('/cart');
  await asked;
  release();
  await expect(page.getByText('Henüz sepette ürün bulunmuyor.')).toBeVisible();
  expect(await moved(page)).toBeLessThan(0.01);
});

test('letters on their way are stood in for by the system’s, not by the fonts for rare letters', async ({ page }) => {
  const rare: string[] = [];
  page.on('request', (request) => /-(?:more|latin)\b.*woff2/.test(request.url()) && rare.push(request.url()));
  const release = await hold(page, /\/_astro\/fonts\//);
  for (const path of ['/', '/kocluk', '/products', '/login']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => [...document.fonts].some((face) => face.status === 'loading'));
    expect(rare, path).toEqual([]);
  }
  release();
});
