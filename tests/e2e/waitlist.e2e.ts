import { dayMs } from '../../src/shared/time.ts';
import { test as base, expect, expectAccessible, type Sale } from './fixtures.ts';

interface Line {
  /** Adds a product with so many seats, all bought by somebody else. */
  soldOut(seats: number): Promise<Sale>;
  /** The title of a product whose only seat is offered to a customer, and the customer's token. */
  offer: { title: string; token: string };
}

const test = base.extend<Line>({
  soldOut: async ({ addProduct, sell }, use) => {
    await use(async (seats) => {
      const names = Array.from({ length: seats }, (_, index) => `Kişi ${index + 1}`);
      return sell(names, await addProduct({ stock: String(seats) }));
    });
  },
  offer: async ({ api, adminApi, customer, soldOut }, use) => {
    const { product, order } = await soldOut(1);
    const { token } = await customer();
    await api('POST /api/waitlist', { token, body: { product_id: product.id, quantity: 1 } });
    await adminApi('PATCH /api/admin/orders/:id/status', { params: { id: order.id }, body: { status: 'cancelled' } });
    await use({ title: product.title, token });
  },
});

test('a guest joins a line after signing in, gets the freed seats and buys them @phone-only', async ({
  page,
  api,
  adminApi,
  customer,
  mailTo,
  soldOut,
}) => {
  const { product, order } = await soldOut(2);
  const { id, slug, title } = product;
  const me = await customer();
  await page.goto(`/products/${slug}`);
  await page.getByRole('button', { name: 'Sıraya gir' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sıraya gir' });
  await dialog.getByRole('button', { name: 'Artır' }).click();
  await expect(dialog).toContainText('2 yer ya birlikte verilir ya hiç.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sıraya gir' }).click();
  await page.getByLabel('E-posta').fill(me.email);
  await page.getByLabel('Şifre', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Giriş Yap', exact: true }).click();

  await expect(dialog.locator('output')).toHaveText('2');
  await expect(page).toHaveURL(`/products/${slug}`);
  await dialog.getByRole('button', { name: 'Sıraya gir' }).click();
  await expect(dialog).toContainText('Sırada 1. kişisiniz · 2 yer');
  const close = dialog.locator('.dlg__foot').getByRole('button', { name: 'Kapat' });
  await expect(close).toBeFocused();
  await close.click();
  await page.getByRole('button', { name: 'Sırada 1.' }).click();
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('Sırada 1. kişisiniz');

  await adminApi('PATCH /api/admin/orders/:id/status', {
    params: { id: order.id },
    body: { status: 'cancelled' },
  });
  await mailTo(me.email, /Sıra sizde/);
  expect((await api('GET /api/product/:id', { params: { id } })).stock).toBe(0);
  await page.reload();
  await expect(page.getByRole('timer')).toContainText('saat kaldı');
  await expectAccessible(page);
  await page.getByRole('button', { name: `2 yeri al: ${title}` }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('listitem').filter({ hasText: title }).locator('.qty')).toContainText('2');
  await page.getByRole('button', { name: 'Devam Et' }).click();
  await page.getByLabel('Katılımcı-1 Ad Soyad').fill('İpek Yılmaz');
  await page.getByLabel('Katılımcı-2 Ad Soyad').fill('Ada Su');
  await page.getByRole('dialog').getByRole('button', { name: 'Devam Et' }).click();
  await expect(page.getByText('✅ Sipariş başarıyla oluşturuldu!')).toBeVisible();
});

test('an offer whose time is over by the server’s clock cannot be taken, and goes as soon as the server has ended it', async ({
  page,
  api,
  signInAs,
  offer: { title, token },
}) => {
  // Two days ahead: by this device's own clock every offer would be over.
  await page.clock.install({ time: Date.now() + 2 * dayMs });
  await signInAs(token, '/orders');
  const offer = page.getByRole('article').filter({ hasText: title });
  await expect(offer.getByRole('timer')).toContainText('saat kaldı');
  await expect(offer.getByRole('button', { name: 'Yeri al' })).toBeVisible();
  const [entry] = await api('GET /api/my-waitlist', { token });
  const end = Date.parse(entry?.offer_until as string);
  // The server still holds the seat, as it does until its job comes.
  let asked = 0;
  let answer = entry;
  // Another offer, which keeps the section on the page.
  const later = { ...entry!, id: crypto.randomUUID(), event_title: 'Ebru', offer_until: new Date(end + dayMs) };
  await page.route('**/api/my-waitlist', (route) => {
    asked += 1;
    return route.fulfill({ json: [answer, later], headers: { date: new Date(end).toUTCString() } });
  });
  await offer.getByRole('button', { name: 'Vazgeç' }).click();
  const question = page.getByRole('dialog', { name: 'Yerden vazgeçiyor musunuz?' });
  await expect(question).toBeVisible();
  await page.clock.fastForward(end - Date.now());
  const from = await page.evaluate(() => Date.now());
  await expect(offer).toContainText('Süresi doldu');
  await expect(offer.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  for (const times of [1, 2]) {
    await page.clock.runFor(16_000);
    await expect.poll(() => asked).toBeGreaterThan(times);
  }
  // The page's clock runs on by itself, too.
  const passed = (await page.evaluate(() => Date.now())) - from;
  expect(asked).toBeLessThanOrEqual(2 + Math.floor(passed / 15_000));
  await expect(offer).toContainText('Süresi doldu');
  answer = { ...entry!, state: 'lapsed', offer_until: null };
  await page.clock.runFor(16_000);
  await expect(question).toHaveCount(0);
  await page.getByText('Biten kayıtlar (1)').click();
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Süresi doldu');
});

test('a guest who signs in from the list of workshops is asked again there, with the filter as it was', async ({
  page,
  customer,
  soldOut,
}) => {
  const { product } = await soldOut(2);
  const me = await customer();
  await page.goto(`/products?kategori=${product.category}`);
  await page.locator('.prod', { hasText: product.title }).getByRole('button', { name: 'Sıraya gir' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sıraya gir' });
  await dialog.getByRole('button', { name: 'Artır' }).click();
  await dialog.getByRole('button', { name: 'Sıraya gir' }).click();
  await page.getByLabel('E-posta').fill(me.email);
  await page.getByLabel('Şifre', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Giriş Yap', exact: true }).click();
  await expect(dialog.locator('output')).toHaveText('2');
  await expect(dialog).toContainText(product.title);
  await expect(page).toHaveURL(`/products?kategori=${product.category}`);
});

test('an offer is declined by keyboard after a question', async ({ page, signInAs, offer: { title, token } }) => {
  await signInAs(token, '/orders');
  // Without orders there is no help, and no room for it beside them.
  const middle = () =>
    page.locator('.empty').evaluate((none) => {
      const { left, right } = none.getBoundingClientRect();
      return (left + right) / 2;
    });
  await expect.poll(middle).toBeCloseTo(640, -1);
  // The cart does not come: this page stays, as Back would show it, and its button can be pressed again.
  const take = page.getByRole('button', { name: `Yeri al: ${title}` });
  for (const _ of [1, 2]) {
    const cart = page.waitForResponse('/cart');
    await page.route('/cart', (route) => route.fulfill({ status: 204 }), { times: 1 });
    await take.click();
    expect((await cart).status()).toBe(204);
    await expect(take).toHaveText('Yeri al');
  }
  await page.getByRole('button', { name: `Vazgeç: ${title}` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Yerden vazgeç' }).focus();
  await page.route('**/api/waitlist/*/decline', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.keyboard.press('Enter');
  // Beside the open dialog nothing could be pressed or read out.
  await expect(dialog.getByRole('alert')).toContainText('İşlem yapılamadı.');
  await dialog.getByRole('button', { name: 'Bildirimi kapat' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Yerden vazgeç' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Yeriniz sıradaki kişiye geçti.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Siparişlerim' })).toBeFocused();
  await page.getByText('Biten kayıtlar (1)').click();
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Vazgeçtiniz');
});
