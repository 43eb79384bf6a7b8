import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const chat = (page: Page) => page.getByRole('complementary', { name: 'Mesajlaşma' }).getByRole('link');

/** Scrolls; says after two frames whether the chat link is whole in sight, and names the controls under it. */
const lookAt = (page: Page, top: number) =>
  page.evaluate(async (y) => {
    window.scrollTo({ top: y, behavior: 'instant' });
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const link = document.querySelector('.chat a')?.getBoundingClientRect();
    const controls = [...document.querySelectorAll<HTMLElement>('a, button, summary, input, select, textarea')];
    const inSight = controls.filter((control) => !control.closest('.chat') && control.checkVisibility());
    const under = inSight.filter((control) =>
      [...control.getClientRects()].some(({ left, top, width, height }) =>
        document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.chat'),
      ),
    );
    return {
      isWhole: link && link.top >= 0 && link.bottom <= innerHeight && link.left >= 0 && link.right <= innerWidth,
      under: under.map((control) => control.textContent?.trim() || control.ariaLabel),
    };
  }, top);

const scrollPage = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

const widths = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const;

test('at any width the chat link covers no control at the top and at the end of a page', async ({ page, api }) => {
  test.setTimeout(240_000);
  const [[product], [post]] = [await api('GET /api/products'), await api('GET /api/blogs')];
  const listed = ['/', '/danismanlik', '/danismanlik/hizmetler', '/kocluk', '/products', '/blog', '/galeri', '/ara'];
  const others = ['/yasal', '/yasal/gizlilik', '/login', '/register', '/forgot-password', '/cart', '/yok'];
  const all = [...listed, ...others, `/products/${product?.slug}`, `/blog/${post?.slug}`];
  const check = async (path: string) => {
    const tab = await page.context().newPage();
    await tab.goto(path);
    for (const [width, height] of widths) {
      await tab.setViewportSize({ width, height });
      const poll = (top: number, where: string) =>
        expect.poll(() => lookAt(tab, top), { message: `${where} of ${path} at ${width} px`, intervals: [50] });
      // Parts that are laid out as they come near make the page longer: its end is reached in steps.
      await poll(1e6, 'the end').toEqual({ isWhole: true, under: [] });
      // It is shown when the top comes into sight, and has to go where it lies over a control.
      await poll(0, 'the top').toMatchObject({ under: [] });
    }
    await tab.close();
  };
  // Four at a time: the link waits a moment after each move of a page.
  for (let start = 0; start < all.length; start += 4) await Promise.all(all.slice(start, start + 4).map(check));
});

test('the chat link hides from a control that reaches under its lower edge alone', async ({ page }) => {
  await page.goto('/yok');
  await expect(chat(page)).toBeInViewport();
  await chat(page).evaluate((link) => {
    const { left, bottom, width } = link.getBoundingClientRect();
    const button = document.body.appendChild(document.createElement('button'));
    button.style.cssText = `position:fixed;left:${left}px;top:${bottom - 6}px;width:${width}px;height:40px`;
    window.dispatchEvent(new Event('scroll'));
  });
  await expect(chat(page)).not.toBeInViewport();
});

test('the chat link hides on the way down, returns on the way up, and for the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/yasal/gizlilik');
  await expect(chat(page)).toBeInViewport();
  // In forced colours, where it has the ground of the page, its edge parts it from the words below.
  await expect(chat(page)).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(chat(page)).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  await page.emulateMedia({ forcedColors: null });
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
