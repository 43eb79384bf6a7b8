import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Opens a page on which the test controls the time. */
async function openStill(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.goto(path);
  await page.clock.pauseAt(60_000);
}

/** The number of the picture that a hero shows, and how many there are. */
const shown = (page: Page) =>
  page
    .locator('.rot li button')
    .evaluateAll((dots) => ({ index: dots.findIndex((dot) => dot.ariaCurrent === 'true'), count: dots.length }));

/** Expects exactly one change of picture in a little more than `milliseconds`. */
async function expectTurn(page: Page, milliseconds: number): Promise<void> {
  const { index, count } = await shown(page);
  await page.clock.runFor(milliseconds + 100);
  expect(await shown(page)).toEqual({ index: (index + 1) % count, count });
}

test.describe('heroes', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a hero changes its picture every five seconds until it is paused', async ({ page }) => {
    await openStill(page, '/');
    await expectTurn(page, 5000);
    await page.getByRole('button', { name: 'Görselleri durdur' }).click();
    await page.locator('.bar').hover();
    const before = await shown(page);
    await page.clock.runFor(12_000);
    expect(await shown(page)).toEqual(before);
  });

  test('a hero keeps its picture while the pointer is over it', async ({ page }) => {
    await openStill(page, '/kocluk');
    await expectTurn(page, 4000);
    await page.locator('.hero').hover();
    const before = await shown(page);
    await page.clock.runFor(10_000);
    expect(await shown(page)).toEqual(before);
    await page.locator('.bar').hover();
    await expectTurn(page, 4000);
  });

  test('a hero does not start by itself where reduced motion is set', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/danismanlik');
    await page.clock.runFor(20_000);
    await expect(page.locator('.rot li button').nth(0)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('button', { name: 'Görselleri durdur' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('a hero of one picture and a single review have nothing to press and are not repeated', async ({
  page,
  api,
  adminApi,
}) => {
  const preview = async (name: string, change: (data: never) => object) => {
    const { data } = await api('GET /api/content/:name', { params: { name } });
    const body = { data: change(data as never), path: '/' };
    const { url } = await adminApi('POST /api/admin/content/:name/preview', { params: { name }, body });
    await page.goto(new URL(url).pathname);
  };
  await preview('home', ({ hero, ...rest }: { hero: { slides: object[] } }) => ({
    ...rest,
    hero: { ...hero, slides: hero.slides.slice(0, 1) },
  }));
  await expect(page.locator('.hero img')).toBeVisible();
  await expect(page.locator('.hero button')).toHaveCount(0);
  await preview('reviews', ({ items }: { items: object[] }) => ({ items: items.slice(0, 1) }));
  await expect(page.locator('.rev')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sonraki yorum' })).toHaveCount(0);
});

test('the carousel of other posts has no buttons where all cards fit', async ({ page, api }) => {
  const [, post] = await api('GET /api/blogs');
  await page.route('**/blog-index/**', (route) => route.abort());
  await page.route(`**/blog/${post?.slug}`, async (route) => {
    const [head, first, ...rest] = (await (await route.fetch()).text()).split('<article class="bcard"');
    const tail = rest.at(-1)?.split('</article>')[1];
    await route.fulfill({ contentType: 'text/html', body: `${head}<article class="bcard"${first}${tail}` });
  });
  await page.goto(`/blog/${post?.slug}`);
  const others = page.locator('.others');
  await others.scrollIntoViewIfNeeded();
  await expect(others.locator('.bcard')).toHaveCount(1);
  await expect(others.getByRole('button')).toHaveCount(0);
});

test('the repeated reviews are hidden from screen readers', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.rev')).toHaveCount(28);
  await expect(page.locator('.rev:not([inert])')).toHaveCount(7);
  const track = page.locator('.rev__track');
  await track.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Sonraki yorum' }).click();
  await expect.poll(() => track.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
  // Two fit beside each other where there is room: they would stand there twice.
  await track.evaluate((element) => {
    element.dataset.items = '2';
  });
  await expect(page.locator('.rev').last()).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sonraki yorum' })).toBeHidden();
});

test('the carousel of other posts starts with four and loads all others when it is reached', async ({ page, api }) => {
  const posts = await api('GET /api/blogs');
  await page.goto(`/blog/${posts[3]?.slug}`);
  const cards = page.locator('.strip .bcard');
  expect(await cards.count()).toBe(4);
  await page.locator('.others').scrollIntoViewIfNeeded();
  const next = page.getByRole('button', { name: 'Sonraki yazı' });
  await expect(async () => {
    await next.click();
    expect(await cards.count()).toBeGreaterThanOrEqual(posts.length - 1);
  }).toPass();
  const addresses = await cards
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const { slug } of posts.filter((post) => post !== posts[3])) expect(addresses).toContain(`/blog/${slug}`);
  expect(addresses).not.toContain(`/blog/${posts[3]?.slug}`);
});
