import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { formData, uniqueTitle } from './helpers.ts';

const storedHere = (page: Page) =>
  page.evaluate(
    () => ({ ...Object.fromEntries(Object.entries(localStorage)), ...sessionStorage }) as Record<string, string>,
  );

test('whoever sits down after a sign-out finds nothing of the person in the browser', async ({
  page,
  api,
  addProduct,
  customer,
  signInAs,
}) => {
  const product = await addProduct();
  const person = await customer();
  await api('POST /api/cart/add', { token: person.token, body: { product_id: product.id, quantity: 1 } });
  await signInAs(person.token);

  await page.goto('/cart');
  await page.getByRole('button', { name: 'Devam Et' }).click();
  await page.getByLabel('Katılımcı-1 Ad Soyad').fill('Ayşe Çocuk');
  await expect.poll(async () => JSON.stringify(await storedHere(page))).toContain('Ayşe Çocuk');
  await page.goto('/kocluk');
  await page.locator('form textarea').first().fill('Oğlum uyuyamıyor.');
  await expect.poll(async () => JSON.stringify(await storedHere(page))).toContain('uyuyamıyor');
  // What the admin area, the door, a registration and a card payment leave.
  await page.evaluate(() => {
    localStorage.setItem('draft:blog:new', JSON.stringify({ values: { title: 'Gizli yazı' }, changedAt: Date.now() }));
    localStorage.setItem('door-device', 'b7e23ec2');
    localStorage.setItem('registration', JSON.stringify({ email: 'a@ornek.com' }));
    sessionStorage.setItem('checkout_key', '"anahtar"');
    sessionStorage.setItem('reset', JSON.stringify({ email: 'a@ornek.com' }));
    sessionStorage.setItem('card:S7KX2M9P', JSON.stringify({ attempt: 'a1', frame: 'https://kart.example/odeme' }));
  });
  const before = await storedHere(page);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['token', 'participants', 'account_cart']));

  await page.goto('/cikis');
  await expect(page).toHaveURL(/:\d+\/$/);
  // `device` is a random number that says nothing of the person, by which accounts know this browser.
  const { entered: _, device: __, ...left } = await storedHere(page);
  expect(left).toEqual({});

  const cookiePage = readFileSync('src/content/legal/cerezler.md', 'utf8');
  for (const key of Object.keys(before).filter((name) => name !== 'entered'))
    expect(cookiePage, `cerezler.md names ${key}`).toContain(`\`${key.replace(/:.*/, ':…')}\``);
});

test('a post that is published but not built yet, and a preview, load nothing of YouTube without a click', async ({
  page,
  adminApi,
  signInAsAdmin,
}) => {
  const asked: string[] = [];
  await page.route(/youtube|ytimg|vimeo|google/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>video</p>' });
  });
  const content =
    '<p>Önce.</p><iframe class="ql-video" src="https://www.youtube.com/embed/abcdefghijk"></iframe><p>Sonra.</p>';
  const post = await adminApi('POST /api/blogs/add', {
    body: await formData(
      { title: uniqueTitle('Videolu'), description: 'Kısa.', content, status: 'published' },
      'image',
    ),
  });

  await page.goto(`/blog/${post.slug}`);
  const button = page.getByRole('link', { name: /Videoyu oynat/ });
  await expect(button).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await button.click();
  await expect(page.locator('.prose iframe')).toHaveAttribute('sandbox', /allow-scripts/);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked.every((address) => address.startsWith('https://www.youtube-nocookie.com/embed/abcdefghijk'))).toBe(true);

  asked.length = 0;
  await signInAsAdmin();
  const { preview_token } = await adminApi('GET /api/admin/blogs/:id', { params: { id: post.id } });
  await page.goto(`/onizleme?token=${preview_token}`);
  await expect(button).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
});
