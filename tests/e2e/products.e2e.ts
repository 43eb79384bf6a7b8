import type { Locator } from '@playwright/test';
import { formatDay, formatLira } from '../../src/shared/format.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { dragOutside, expectFits, layoutShift, script, uniqueTitle } from './helpers.ts';

test('a guest adds a product to the cart, and the top bar counts it', async ({ page, api }) => {
  const product = (await api('GET /api/products')).find(({ stock }) => stock > 3);
  await page.goto('/products');
  const add = page.getByRole('button', { name: `Sepete Ekle (${product?.title})` });
  await add.click();
  await expect(
    page.getByRole('status', { name: 'Bildirimler' }).getByText(`${product?.title} sepete eklendi (girişsiz)`),
  ).toBeVisible();
  // Whoever wants less motion sees none in the notice.
  const durations = await page.evaluate(() =>
    document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)),
  );
  expect(Math.max(...durations), 'of the notice, beside changes of colour in 1 ms').toBe(10);
  await add.click();
  await expect(page.getByRole('link', { name: 'Sepet, 2 bilet' })).toBeVisible();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('guest_cart') ?? '[]'))).toMatchObject([
    { id: product?.id, title: product?.title, price: product?.price, quantity: 2 },
  ]);
  await page.goto('/galeri');
  await expect(page.getByRole('link', { name: 'Sepet, 2 bilet' })).toBeVisible();
});

test('current seats and prices replace those of the built page without a layout shift', async ({ page, api }) => {
  const products = await api('GET /api/products');
  const changed = products.map((product, index) => ({ ...product, price: 1234.5, stock: index === 0 ? 0 : 2 }));
  await page.route('**/api/products', (route) => route.fulfill({ json: changed }));
  await page.route('**/api/products/events', (route) => route.abort());
  await page.goto('/products');
  const [full, scarce] = products.map(({ title }) => page.locator('.prod', { hasText: title }));
  await expect(full as Locator).toContainText('Tükendi');
  await expect((full as Locator).getByRole('button', { name: 'Sıraya gir' })).toBeEnabled();
  await expect(scarce as Locator).toContainText('Son 2 kontenjan');
  await expect(scarce as Locator).toContainText('1.234,50 ₺');
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

test('products are narrowed by category, month and online, kept in the address @phone-only', async ({ page, api }) => {
  const products = await api('GET /api/products');
  const online = products.filter(({ location }) => location === 'Online');
  const [{ category, date }] = online as [(typeof online)[0]];
  await page.goto('/products');
  const cards = page.locator('.prod').filter({ visible: true });
  await expect(cards).toHaveCount(products.length);
  await page.getByLabel('Kategori').selectOption(category);
  const inCategory = products.filter((product) => product.category === category);
  await expect(cards).toHaveCount(inCategory.length);
  await page.getByLabel('Yalnızca online').check();
  // A box that is ticked and unticked by quick presses on its label follows each of them.
  await page.getByText('Yalnızca online').dblclick();
  await page.getByLabel('Ay', { exact: true }).selectOption(date.slice(0, 7));
  const count = inCategory.filter((each) => online.includes(each) && each.date.startsWith(date.slice(0, 7))).length;
  await expect(page.getByText(`${count} atölye`, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(cards).toHaveCount(count);
  await expect(page.getByLabel('Kategori')).toHaveValue(category);
  await page.getByRole('button', { name: 'Tümünü göster' }).click();
  await expect(cards).toHaveCount(products.length);
  await expect(page).toHaveURL('/products');
});

test('cards far below are laid out when they come near', async ({ page }) => {
  await page.goto('/products');
  const last = page.locator('.prods > .prod').last();
  const isDrawn = () => last.locator('h2').evaluate((title) => title.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isDrawn()).toBe(false);
  await last.scrollIntoViewIfNeeded();
  await expect.poll(isDrawn).toBe(true);
});

test('product cards stay with a message when the API does not answer', async ({ page }) => {
  await page.route('**/api/products', (route) => route.abort());
  await page.goto('/products');
  await expect(page.getByRole('alert')).toHaveText('Ürünler yüklenirken hata oluştu.');
  await expect(page.locator('.prod').first()).toBeVisible();
});

test("'Detaylı Bilgi' shows the description, also while words are selected, or a toast when it is not loaded", async ({
  page,
  api,
}) => {
  const [product, , third] = await api('GET /api/products');
  await page.goto('/products');
  const detail = page.getByRole('button', { name: `Detaylı Bilgi (${product?.title})` });
  await detail.click();
  const dialog = page.getByRole('dialog', { name: product?.title });
  await expect(dialog).toContainText(product?.description.split('\n')[0] ?? '');
  await expect(dialog).toContainText(formatDay(product?.date ?? ''));
  await expect(dialog).toContainText(formatLira(product?.price ?? 0));
  await dragOutside(page, dialog.locator('.dlg__body'));
  await dialog.getByRole('button', { name: 'Sepete Ekle' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${product?.title} sepete eklendi` })).toBeVisible();
  await dialog.locator('.dlg__foot').getByRole('button', { name: 'Kapat' }).click();
  await detail.click();
  await expect(dialog).toBeVisible();
  // A double click beside it closes it, and does not press what is below.
  const other = page.getByRole('button', { name: `Detaylı Bilgi (${third?.title})` });
  await other.dblclick({ force: true, position: { x: 140, y: 20 } });
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.route('**/api/product/*', (route) => route.fulfill({ status: 200, body: '' }), { times: 1 });
  await detail.click();
  await expect(dialog).toContainText('Detay bulunamadı.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(detail).toBeFocused();
  await page.route('**/api/product/*', (route) => route.abort());
  await detail.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Ürün detayı getirilemedi.' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the focus returns to what was pressed in Safari, too', async ({ page }) => {
  // Safari focuses what is around a pressed control.
  await page.addInitScript(() =>
    document.addEventListener('mousedown', (event) => {
      event.preventDefault();
      document.querySelector('main')?.focus();
    }),
  );
  const loaded = page.waitForResponse(script('keepFocus'));
  await page.goto('/products');
  await page.getByRole('heading', { level: 1 }).click();
  await (await loaded).finished();
  const detail = page.getByRole('button', { name: /^Detaylı Bilgi/ }).first();
  await detail.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toBeFocused();
});

test('a product has its own page with structured data', async ({ page, api }) => {
  const [product] = await api('GET /api/products');
  await page.goto(`/products/${product?.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: product?.title })).toBeVisible();
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}');
  expect(data['@graph']).toContainEqual(expect.objectContaining({ '@type': 'Event', name: product?.title }));
  await expectAccessible(page);
});

test('the page of a sold-out product says so once and links to other products', async ({ page, api }) => {
  const full = (await api('GET /api/products')).find(({ slug }) => slug === 'golgeyle-oyun');
  await page.goto(`/products/${full?.slug}`);
  await expect(page.getByRole('button', { name: 'Sıraya gir' })).toBeEnabled();
  await expect(page.locator('main').getByText('Tükendi').filter({ visible: true })).toHaveCount(1);
  await page.getByRole('link', { name: 'Öbür atölyelere bakın' }).click();
  await expect(page).toHaveURL('/products');
});

test("'Sepete Ekle' without a connection says so", async ({ page }) => {
  await page.route(/addToCart/, (route) => route.abort());
  await page.goto('/products');
  await page
    .getByRole('button', { name: /^Sepete Ekle/ })
    .first()
    .click();
  await expect(page.getByRole('alert').filter({ hasText: 'Ürün sepete eklenemedi!' })).toBeVisible();
});

test('a word of forty letters widens neither the cart, its dialog nor the list of workshops @phone', async ({
  page,
  adminApi,
  addProduct,
  signInAsAdmin,
}) => {
  const title = uniqueTitle('Değerlendirilemeyebileceklerimizdenmişçesine Uzun');
  const location = 'Kültürlerarası Dayanışma Merkezi';
  const { id } = await addProduct({ title, price: '1250', stock: '2', location });
  await adminApi('POST /api/cart/add', { body: { product_id: id, quantity: 2 } });
  await signInAsAdmin();
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Devam Et' }).click();
  await expect(page.getByRole('dialog', { name: 'Katılımcı Bilgileri' })).toContainText(title);
  await expectFits(page);
  await page.goto(`/admin/manage-products?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expectFits(page);
});
