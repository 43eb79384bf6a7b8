import { builtIn, expect, test } from './fixtures.ts';

test.describe('heroes', () => {
  test('turn every five seconds until they are paused', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const dots = page.locator('.rot li button');
    await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true');
    await page.clock.runFor(5100);
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'Görselleri durdur' }).click();
    await page.mouse.move(10, 10);
    await page.clock.runFor(20_000);
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true');
  });

  test('stand still while the pointer is on them', async ({ page }) => {
    await page.clock.install();
    await page.goto('/kocluk');
    await page.locator('.hero').hover();
    await page.clock.runFor(20_000);
    await expect(page.locator('.rot li button').nth(0)).toHaveAttribute('aria-current', 'true');
  });

  test('never start by themselves for people who asked for less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/danismanlik');
    await page.clock.runFor(20_000);
    await expect(page.locator('.rot li button').nth(0)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('button', { name: 'Görselleri durdur' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('seven reviews stand there four times, and only once for those who hear the page', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.rev')).toHaveCount(28);
  await expect(page.locator('.rev:not([inert])')).toHaveCount(7);
  const track = page.locator('.rev__track');
  await track.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Sonraki yorum' }).click();
  await expect.poll(() => track.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100);
});

test('the strip of other posts starts with neighbours and grows to all others when it is reached', async ({
  page,
  api,
}) => {
  const posts = builtIn(await api('GET /api/blogs'));
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
