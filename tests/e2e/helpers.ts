import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

/** Makes a title that no other row has. */
export const uniqueTitle = (words: string) => `${words} ${crypto.randomUUID().slice(0, 8)}`;

/** A PNG of a single colour, small: the product makes more sizes of a larger one, which takes four times as long. */
export const png = (background = '#f2be4a', width = 64, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** The same as a file for a file input. */
export const pngFile = async (...look: Parameters<typeof png>) => ({
  name: 'gorsel.png',
  mimeType: 'image/png',
  buffer: await png(...look),
});

/** A multipart body with these fields, and a picture under each of the names. */
export async function formData(fields: Record<string, string>, ...pictures: string[]): Promise<FormData> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const name of pictures) body.set(name, new File([new Uint8Array(await png())], 'gorsel.png'));
  return body;
}

/** Matches the address of a script of the site by the name of its source file. */
export const script = (name: string) => new RegExp(`/_astro/${name}\\.[^/]*\\.js$`);

/** Holds matching requests until the returned `release` is called. Both functions wait for the first request. */
export async function holdRequests(page: Page, address: RegExp | string) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    held.resolve();
    await released.promise;
    await route.continue();
  });
  return {
    waitUntilHeld: () => held.promise,
    async release() {
      await held.promise;
      released.resolve();
    },
  };
}

/** Lets the next matching request reach the server, and loses its answer. */
export const loseAnswer = (page: Page, address: RegExp | string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** Presses a button; returns name and text of the file that it downloads. */
export async function downloadFile(button: Locator): Promise<{ name: string; text: string }> {
  const download = button.page().waitForEvent('download');
  await button.click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** Presses the mouse inside a dialog and releases it outside, as somebody does who selects text. */
export async function dragOutside(page: Page, inside: Locator): Promise<void> {
  await inside.hover();
  await page.mouse.down();
  await page.mouse.move(4, 4, { steps: 4 });
  await page.mouse.up();
}

/** How many sheets of A4 the page takes on paper. */
export async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

/**
 * Waits until the page is no wider than the screen; a phone's own window is as wide as what it shows. A table becomes
 * cards only after its rows were drawn, and fonts come late.
 */
export const expectFits = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);

/** Waits until so many of the site's three fonts are loaded: they come after the first paint. */
export const fontsInUse = (page: Page, count = 3) =>
  page.waitForFunction(
    (wanted) =>
      [...document.fonts].filter(
        (face) => /^"?(Alegreya|Commissioner)"?$/.test(face.family) && face.status === 'loaded',
      ).length === wanted,
    count,
  );

/** Sum of the layout shifts since the page was opened, as in CLS. */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          type Shift = PerformanceEntry & { value: number };
          resolve((list.getEntries() as Shift[]).reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer is not called when there are no entries.
        setTimeout(() => resolve(0), 300);
      }),
  );
