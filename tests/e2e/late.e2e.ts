import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Holds what matches until it is let go. */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {};
  const later = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, (route) => later.then(() => route.continue()));
  return release;
}

/** How far things moved by themselves since the page opened (the sum behind CLS). */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          type Shift = PerformanceEntry & { value: number };
          resolve((list.getEntries() as Shift[]).reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Nobody is told of no entries.
        setTimeout(() => resolve(0), 300);
      }),
  );

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
