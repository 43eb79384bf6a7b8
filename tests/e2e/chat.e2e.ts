import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const chat = (page: Page) => page.getByRole('complementary', { name: 'Mesajlaşma' }).getByRole('link');

/** Names the controls in sight that lie under the chat link. */
const findUnderChat = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a, button, summary, input, select, textarea')];
    const inSight = controls.filter((control) => !control.closest('.chat') && control.checkVisibility());
    return inSight
      .filter((control) =>
        [...control.getClientRects()].some(({ left, top, width, height }) => {
          const found = document.elementFromPoint(left + width / 2, top + height / 2);
          return found?.closest('.chat');
        }),
      )
      .map((control) => control.textContent?.trim() || control.ariaLabel);
  });

const scrollPage = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

/** Expects that no control is under the chat link, once it has looked and moved. */
const expectNoneUnderChat = (page: Page, where: string) =>
  expect.poll(() => findUnderChat(page), { message: where }).toEqual([]);

const widths = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const;

test('at any width the chat link covers no control at the top and at the end of a page', async ({ page, api }) => {
  test.setTimeout(240_000);
  const [[product], [post]] = [await api('GET /api/products'), await api('GET /api/blogs')];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const listed = ['/', '/danismanlik', '/danismanlik/hizmetler', '/kocluk', '/products', '/blog', '/galeri', '/ara'];
  const others = ['/yasal', '/yasal/gizlilik', '/login', '/register', '/forgot-password', '/cart', '/yok'];
  for (const path of [...listed, ...others, `/products/${product?.slug}`, `/blog/${post?.slug}`]) {
    await page.goto(path);
    for (const [width, height] of widths) {
      const where = `${path} at ${width} px`;
      await page.setViewportSize({ width, height });
      // Parts that are laid out as they come near make the page longer: its end is reached in steps.
      await expect(async () => {
        await scrollPage(page, 1e6);
        await expect(chat(page), `${where}, at its end`).toBeInViewport({ ratio: 1, timeout: 250 });
      }).toPass({ intervals: [50] });
      await expectNoneUnderChat(page, `${where}, at its end`);
      // It is shown when the top comes into sight, and has to go where it lies over a control.
      await scrollPage(page, 0);
      await expectNoneUnderChat(page, `${where}, at its top`);
    }
  }
});

test('the chat link hides on the way down, returns on the way up, and for the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/yasal/gizlilik');
  await expect(chat(page)).toBeInViewport();
  await scrollPage(page, 900);
  await expect(chat(page)).not.toBeInViewport();
  await scrollPage(page, 700);
  await expect(chat(page)).toBeInViewport();
  await scrollPage(page, 1100);
  await expect(chat(page)).not.toBeInViewport();
  await chat(page).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(chat(page)).toBeInViewport();
});
