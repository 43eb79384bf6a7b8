import type { Locator, Page } from '@playwright/test';
import type { AdminProduct } from '../../src/contract/catalog.ts';
import { formatDay } from '../../src/shared/format.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';
import { downloadFile, expectFits, fontsInUse, holdRequests, loseAnswer, uniqueTitle } from './helpers.ts';

interface Shop {
  changeProduct(product: AdminProduct, change: Record<string, string>): Promise<unknown>;
  /** Sends a checkout through the API. */
  buyAs(token: string, id: string, quantity: number): Promise<unknown>;
  /** Opens the participants dialog of a signed-in cart with seats of one product, and waits for its preview. */
  openDialog(page: Page, token: string, product_id: string, quantity: number): Promise<void>;
  /** The same for a new customer and a new product, with as many seats as the fields say. */
  openCheckout(quantity: number, fields?: Record<string, string>): Promise<{ product: AdminProduct; token: string }>;
}

const test = base.extend<Shop>({
  changeProduct: async ({ adminApi }, use) => {
    await use(async (product, change) => {
      const body = new FormData();
      const { title, description, price, stock, date, time, location, category, image1, image2 } = product;
      const fields = { title, description, price, stock, date, time, location, category };
      for (const [name, value] of Object.entries({ ...fields, oldImage1: image1, oldImage2: image2, ...change }))
        body.set(name, String(value));
      await adminApi('PUT /api/product/update/:id', { params: { id: product.id }, body });
    });
  },
  buyAs: async ({ api }, use) => {
    await use((token, id, quantity) => {
      const participants = Array.from({ length: quantity }, (_, seat) => ({ fullName: `Ada Su ${seat}` }));
      return api('POST /api/order/create', { token, body: { cartItems: [{ id, quantity, participants }] } });
    });
  },
  openDialog: async ({ api }, use) => {
    await use(async (page, token, product_id, quantity) => {
      await api('POST /api/cart/add', { token, body: { product_id, quantity } });
      await page.addInitScript((value) => localStorage.setItem('token', value), token);
      await page.goto('/cart');
      await page.getByRole('button', { name: 'Devam Et' }).click();
      await expect(page.getByRole('heading', { name: 'Katılımcı Bilgileri' })).toBeVisible();
      await expect(box(page, 1).first()).toBeFocused();
      // Busy while the preview is loaded: a test that changes the price must find the old one shown.
      const button = page.getByRole('dialog').getByRole('button', { name: 'Devam Et' });
      await expect(button).not.toHaveAttribute('aria-busy');
    });
  },
  openCheckout: async ({ page, customer, addProduct, openDialog }, use) => {
    await use(async (quantity, fields) => {
      const [product, { token }] = [await addProduct(fields), await customer()];
      await openDialog(page, token, product.id, quantity);
      return { product, token };
    });
  },
});

const card = (page: Page, title: string) => page.locator('.prod', { hasText: title });
const box = (page: Page, seat: number) => page.getByLabel(`Katılımcı-${seat} Ad Soyad`);
const send = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Devam Et' }).click();
const order = async (page: Page) => {
  await send(page);
  await page.waitForURL('**/orders');
};

test('a guest fills a cart, signs in, names the participants, orders, and gets a mail with a calendar file @phone-only', async ({
  page,
  customer,
  mailTo,
  addProduct,
}) => {
  const product = await addProduct({ stock: '5' });
  const person = await customer();
  await page.goto('/products');
  await card(page, product.title).getByRole('button', { name: 'Sepete Ekle' }).click();
  await expect(page.locator('#toasts')).toContainText(`${product.title} sepete eklendi (girişsiz)`);
  await page.getByRole('button', { name: 'Sepete git' }).click();
  await page.getByRole('button', { name: `Artır: ${product.title}` }).click();
  await expect(page.locator('#toasts')).toContainText('adedi 2 olarak güncellendi');
  await expect(page.getByText('Toplam Tutar')).toBeVisible();
  await expect(page.getByText(`${formatDay(product.date)} | 14.00`)).toBeVisible();
  await expect(page.locator('.sum__total')).toContainText('1.300 ₺');

  await page.getByRole('button', { name: 'Devam Et' }).click();
  await page.waitForURL('**/login?**');
  await page.getByLabel('E-posta').fill(person.email);
  await page.getByLabel('Şifre', { exact: true }).fill(person.password);
  await page.locator('form').getByRole('button', { name: 'Giriş', exact: false }).first().click();

  await expect(page.getByRole('heading', { name: 'Katılımcı Bilgileri' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: /KVKK aydınlatma/ })).toBeVisible();
  await page.getByRole('button', { name: `${person.name} ${person.surname} adını yaz` }).click();
  await send(page);
  await expect(page.getByText('❗ Lütfen tüm katılımcı adlarını eksiksiz girin.')).toBeVisible();
  await expect(box(page, 2)).toBeFocused();
  await box(page, 2).fill('İpek Yılmaz');
  await page.getByRole('button', { name: 'İptal' }).click();
  await page.getByRole('button', { name: 'Devam Et' }).click();
  await expect(box(page, 2)).toHaveValue('İpek Yılmaz');
  await expectAccessible(page);
  await order(page);
  await expect(page.getByText('✅ Sipariş başarıyla oluşturuldu!')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Yaklaşan Etkinliklerim' })).toContainText('İpek Yılmaz');
  await expect(page.locator('.cart .badge')).toBeHidden();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('guest_cart') ?? '[]'))).toEqual([]);
  await expectAccessible(page);
  const file = await downloadFile(page.getByRole('button', { name: `Takvime ekle: ${product.title}` }));
  expect(file.name).toBe('atolye.ics');

  const mail = await mailTo(person.email, /Yeriniz ayrıldı/);
  expect(mail.text).toContain('İpek Yılmaz');
  const [calendar] = mail.attachments;
  expect(new TextDecoder().decode(calendar?.content as ArrayBuffer)).toContain(
    `DTSTART;TZID=Europe/Istanbul:${product.date.replaceAll('-', '')}T140000`,
  );
});

test('somebody new has a seat after six presses, with the mail opened in another browser', async ({
  page,
  browser,
  baseURL,
  mailTo,
  addProduct,
}) => {
  const product = await addProduct({ stock: '5' });
  const [email, password] = [`yeni-${crypto.randomUUID().slice(0, 8)}@ornek.com`, 'kırmızı ip ve kâğıt'];
  await page.goto(`/products/${product.slug}`);
  await page.getByRole('button', { name: 'Sepete Ekle' }).click();
  await page.getByRole('button', { name: 'Sepete git' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'kayıt olun' }).click();
  await expect(page.getByText('sepetiniz sizi bekliyor')).toBeVisible();
  for (const [label, value] of Object.entries({
    Ad: 'Elif',
    Soyad: 'Şahin',
    'E-posta': email,
    Şifre: password,
    'Şifre (tekrar)': password,
  }))
    await page.getByRole('textbox', { name: label, exact: true }).fill(value);
  await page.getByRole('button', { name: 'Kayıt Ol' }).click();
  await expect(page.getByRole('dialog', { name: 'Kaydınız alındı' })).toBeVisible();

  const token = /activate\?token=([\w-]+)/.exec((await mailTo(email)).text ?? '')?.[1];
  const otherContext = await browser.newContext({ baseURL, locale: 'tr-TR' });
  const other = await otherContext.newPage();
  await other.goto(`/activate?token=${token}`);
  await other.getByRole('textbox', { name: 'Şifre' }).fill(password);
  await other.getByRole('button', { name: 'Hesabımı etkinleştir' }).click();
  await expect(other.getByRole('heading', { name: 'Katılımcı Bilgileri' })).toBeVisible();
  await box(other, 1).fill('Elif Şahin');
  await order(other);
  await expect(other.getByRole('region', { name: 'Yaklaşan Etkinliklerim' })).toContainText(product.title);
  await otherContext.close();
});

test('without a preview nothing is ordered; terms that changed and seats sold meanwhile must be confirmed; names stay', async ({
  page,
  adminApi,
  customer,
  buyAs,
  changeProduct,
  openCheckout,
}) => {
  await page.route('**/api/order/preview', (route) => route.abort());
  const { product } = await openCheckout(3, { stock: '3' });
  for (const seat of [1, 2, 3]) await box(page, seat).fill(`Çocuk Öğüt ${seat}`);
  const problem = page.getByText('Sipariş özeti alınamadı. Yazdığınız adlar duruyor.');
  await expect(problem).toBeVisible();
  await send(page);
  await expect(problem).toBeVisible();
  await page.unroute('**/api/order/preview');
  await page.getByRole('button', { name: 'Tekrar dene' }).click();
  await expect(page.getByText('Devam Et’e bastığınızda ödeme yükümlülüğü doğar.')).toBeVisible();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.dlg__foot')).toContainText('Merkez');

  await changeProduct(product, { location: 'Bahçe salonu' });
  await send(page);
  await expect(dialog.getByRole('alert')).toContainText('Az önce değişti: Ön bilgilendirme formu ve Mesafeli satış');
  await expect(dialog.locator('.dlg__foot')).toContainText('Bahçe salonu');
  await expect(dialog.getByRole('region', { name: 'Ön bilgilendirme formu' })).toContainText('Bahçe salonu');

  // Whoever comes back from another tab reads what changed meanwhile, each time.
  const comeBack = () => page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  for (const [price, sum] of [
    ['700', '2.100 ₺'],
    ['750', '2.250 ₺'],
  ] as const) {
    await changeProduct(product, { location: 'Bahçe salonu', price });
    await comeBack();
    await expect(dialog).toContainText(`650 ₺ yerine ${price} ₺. Yeni toplam ${sum}.`);
    await expect(dialog.locator('.dlg__foot')).toContainText(sum);
  }
  await adminApi('PATCH /api/product/delete/:id', { params: { id: product.id } });
  await comeBack();
  await expect(page.locator('#toasts')).toContainText(`${product.title} artık satışta değil.`);
  await expect(dialog).toHaveCount(0);
  await adminApi('PATCH /api/product/restore/:id', { params: { id: product.id } });
  await comeBack();
  await page.getByRole('button', { name: 'Devam Et' }).click();
  await expect(dialog.locator('.dlg__foot')).toContainText('2.250 ₺');
  await expect(dialog).not.toContainText('650 ₺ yerine');

  await buyAs((await customer()).token, product.id, 1);
  await send(page);
  await expect(dialog).toContainText(`${product.title} için yalnızca 2 yer kaldı.`);
  await page.getByRole('button', { name: 'Adedi 2 yap' }).click();
  await expect(box(page, 3)).toHaveCount(0);
  for (const seat of [1, 2]) await expect(box(page, seat)).toHaveValue(`Çocuk Öğüt ${seat}`);
  await order(page);
  const upcoming = page.getByRole('region', { name: 'Yaklaşan Etkinliklerim' });
  await expect(upcoming).toContainText('Çocuk Öğüt 2');
  await expect(upcoming).toContainText('Bahçe salonu');
});

test('a cart that was ordered or changed in another tab is not ordered again', async ({
  page,
  context,
  api,
  openCheckout,
  openDialog,
}) => {
  const other = await context.newPage();
  const { product, token } = await openCheckout(1);
  await openDialog(other, token, product.id, 1);
  await box(page, 1).fill('Çocuk Öğüt');
  // Made for two in the other tab: this one asks again.
  await send(page);
  await expect(page.getByRole('dialog')).toContainText('Sepetiniz başka bir sekmede ya da cihazda değişti.');
  await box(page, 2).fill('Ada Şırnaklıoğlu');
  for (const seat of [1, 2]) await box(other, seat).fill(`Çocuk Öğüt ${seat}`);
  await order(page);
  await send(other);
  await expect(other.locator('#toasts')).toContainText('Sepetiniz başka bir sekmede ya da cihazda boşaltıldı');
  const orders = await api('GET /api/my-orders', { token });
  expect(orders).toHaveLength(1);
});

test('a cart that was refused here and ordered in another tab is not ordered again; a lost answer is', async ({
  page,
  context,
  api,
  changeProduct,
  openCheckout,
  openDialog,
}) => {
  const other = await context.newPage();
  const { product, token } = await openCheckout(1);
  await box(page, 1).fill('Çocuk Öğüt');
  await changeProduct(product, { price: '700' });
  await send(page);
  await expect(page.getByRole('dialog')).toContainText('650 ₺ yerine 700 ₺.');
  const keyOf = () => page.evaluate(() => sessionStorage.getItem('checkout_key'));
  const key = await keyOf();
  expect(key).toMatch(/[\da-f-]{36}/);
  await other.goto('/cart');
  await other.getByRole('button', { name: 'Devam Et' }).click();
  await box(other, 1).fill('Çocuk Öğüt');
  await order(other);
  // Its tab would look at the cart when it is shown again; this one stays in front.
  await page.route('**/api/order/create', (route) => route.abort());
  await send(page);
  await expect(page.locator('#toasts')).toContainText('Sepetiniz başka bir sekmede ya da cihazda boşaltıldı');
  expect(await api('GET /api/my-orders', { token })).toHaveLength(1);
  await page.unroute('**/api/order/create');

  // With an answer that was lost after a refusal the same key is sent again, though the cart is empty now.
  await page.reload();
  await openDialog(page, token, product.id, 1);
  await box(page, 1).fill('Çocuk Öğüt');
  await changeProduct(product, { price: '720' });
  await send(page);
  await expect(page.getByRole('dialog')).toContainText('Yeni toplam 720 ₺.');
  expect(await keyOf()).toBe(key);
  await loseAnswer(page, '**/api/order/create');
  await send(page);
  await expect(page.getByRole('dialog')).toContainText('Sipariş oluşturulamadı. Lütfen tekrar deneyin.');
  await order(page);
  await expect(page.getByRole('region', { name: 'Yaklaşan Etkinliklerim' })).toContainText('720 ₺');
  expect(await api('GET /api/my-orders', { token })).toHaveLength(2);
});

test('above the button: what is bought, its price, payment and the obligation; documents open in place', async ({
  page,
  openCheckout,
}) => {
  await page.setViewportSize({ width: 412, height: 915 });
  const { product } = await openCheckout(2, { title: 'Kaygılandırmadan Bilgilendirmek' });
  const dialog = page.getByRole('dialog');
  const block = dialog.locator('.dlg__foot');
  await expect(block).toContainText(`2 × ${product.title}`);
  await expect(block).toContainText('14.00–16.00, Merkez');
  await expect(block.getByText('14.00–16.00', { exact: true })).toHaveCSS('white-space', 'nowrap');
  await expect(block).toContainText('1.300 ₺');
  await expect(block).toContainText('vergiler dâhil, havale/EFT ile');
  await expect(block).toContainText('Cayma hakkı yoktur');
  const duty = block.getByText('Devam Et’e bastığınızda ödeme yükümlülüğü doğar.');
  for (const part of [block.getByText(`2 × ${product.title}`), duty, block.getByRole('button', { name: 'Devam Et' })]) {
    await expect(part).toBeInViewport({ ratio: 1 });
    expect(
      await part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThanOrEqual(16);
  }
  // A phone at 200 %: the same order, nothing beside the screen.
  await page.setViewportSize({ width: 195, height: 422 });
  const button = block.getByRole('button', { name: 'Devam Et' });
  await button.scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(duty).toBeInViewport();
  const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
  await expect.poll(async () => (await bottomOf(duty)) - (await bottomOf(button))).toBeLessThanOrEqual(0);
  for (const one of [dialog, page.locator('html')])
    await expect.poll(() => one.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  // Nothing lies over the field that has the focus.
  await box(page, 2).focus();
  const isSeen = (field: Element) => {
    const { x, y, width, height } = field.getBoundingClientRect();
    return field.ownerDocument.elementFromPoint(x + width / 2, y + height / 2) === field;
  };
  await expect.poll(() => box(page, 2).evaluate(isSeen)).toBe(true);
  await page.setViewportSize({ width: 412, height: 915 });
  // A document that is opened while another way to pay is asked about stays open, with the words of that way.
  const preview = await holdRequests(page, '**/api/order/preview');
  await dialog.getByRole('radio', { name: /Merkezde ödeme/ }).check();
  await expect(block).toContainText('merkezde ödenir');
  await preview.waitUntilHeld();
  await dialog.getByText('Ön bilgilendirme formu', { exact: true }).click();
  const document = dialog.getByRole('region', { name: 'Ön bilgilendirme formu' });
  await expect(document).toContainText('1.300,00 ₺, vergiler dâhil');
  await expect(document).toContainText('Ödeme yolu: havale/EFT');
  await preview.release();
  await expect(document).toContainText('Ödeme yolu: merkezde');
  await expectAccessible(page);
  await box(page, 1).fill('Çocuk Öğüt');
  await box(page, 2).fill('Çocuk Işık');
  // What is sent stays as it is until the answer comes.
  const sent = await holdRequests(page, '**/api/order/create');
  await send(page);
  await sent.waitUntilHeld();
  await expect(box(page, 1)).not.toBeEditable();
  await dialog.getByRole('radio', { name: /Havale/ }).click();
  await expect(block).toContainText('merkezde ödenir');
  await sent.release();
  await page.waitForURL('**/orders');
});

test('a question is asked for each participant, with consent where it is about health, and the practice reads it', async ({
  page,
  openCheckout,
  adminToken,
}) => {
  const { product } = await openCheckout(2, { question: 'Alerjisi var mı?', question_kind: 'health' });
  for (const [seat, name] of ['Uzunad'.repeat(11), 'Çocuk'].entries())
    await box(page, seat + 1).fill(`${name} Öğüt ${seat + 1}`);
  const words = `Fıstık; ${'yanında ilacı olur, '.repeat(9)}${'a'.repeat(100)}`;
  await page.getByLabel('Alerjisi var mı? (Katılımcı-2)').fill(words);
  await send(page);
  await expect(page.getByText('açık rızanız gerekir')).toBeVisible();
  const consent = page.getByRole('checkbox', { name: /açık rıza veriyorum/ });
  await expect(consent).toBeFocused();
  await expectAccessible(page);
  await consent.check();
  await order(page);
  await page.addInitScript((token) => localStorage.setItem('token', token), await adminToken());
  await page.goto(`/admin/participants/${product.id}`);
  await expect(page.getByText('Soru: Alerjisi var mı?')).toBeVisible();
  await expect(page.getByRole('row', { name: /Öğüt 2/ })).toContainText('Fıstık');
  await expectFits(page);
  // A long answer takes lines on paper, not the columns beside it, nor does a long name.
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('table', { name: /: yoklama$/ });
  await expect(sheet).toContainText('Fıstık');
  await expect.poll(() => sheet.evaluate((table) => table.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const answer = sheet.getByRole('cell', { name: /Fıstık/ });
  await expect.poll(() => answer.evaluate((cell) => cell.getBoundingClientRect().width)).toBeGreaterThan(200);
});

test('an open product page shows seats sold elsewhere, unmoved', async ({ page, customer, addProduct, buyAs }) => {
  const product = await addProduct({ stock: '4' });
  const other = await customer();
  await page.goto('/products');
  await fontsInUse(page);
  const mine = card(page, product.title);
  await mine.scrollIntoViewIfNeeded();
  await expect(mine.getByRole('button', { name: 'Sepete Ekle' })).toBeEnabled();
  // Pointing waits until the card, laid out when it came near, stands still.
  await mine.getByRole('button', { name: 'Sepete Ekle' }).hover();
  const before = await mine.boundingBox();
  await buyAs(other.token, product.id, 1);
  await expect(mine).toContainText('Son 3 kontenjan', { timeout: 5000 });
  await buyAs(other.token, product.id, 3);
  await expect(mine).toContainText('Tükendi', { timeout: 5000 });
  await expect(mine.getByRole('button', { name: 'Sıraya gir' })).toBeEnabled();
  expect(await mine.boundingBox()).toEqual(before);
});

test('the checkout works with the keyboard alone', async ({ page, api, customer, signInAs, addProduct }) => {
  const product = await addProduct({ stock: '3' });
  const me = await customer();
  await api('POST /api/cart/add', { token: me.token, body: { product_id: product.id, quantity: 1 } });
  await signInAs(me.token, '/cart');
  const more = page.getByRole('button', { name: `Artır: ${product.title}` });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.qty b')).toHaveText('2');
  const proceed = page.getByRole('button', { name: 'Devam Et' });
  for (let step = 0; step < 10 && !(await proceed.evaluate((button) => button === document.activeElement)); step += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Katılımcı Bilgileri' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proceed).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const seat of [1, 2]) {
    await box(page, seat).focus();
    await page.keyboard.type(`Klavye Öğüt ${seat}`);
  }
  // Below the fold of the form: what scrolls is the form, not the dialog with title and button.
  await page.getByRole('dialog').getByRole('link').last().focus();
  await expect(page.getByRole('heading', { name: 'Katılımcı Bilgileri' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Devam Et' })).toBeInViewport({ ratio: 1 });
  await box(page, 2).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/orders');
  await expect(page.getByRole('region', { name: 'Yaklaşan Etkinliklerim' })).toContainText('Klavye Öğüt 2');
});

test('an unreadable guest cart is repaired, and what changed since it was last seen is said once', async ({
  page,
  addProduct,
}) => {
  const product = await addProduct({ stock: '3' });
  await page.addInitScript(() => {
    if (!localStorage.getItem('guest_cart')) localStorage.setItem('guest_cart', '{broken');
  });
  await page.goto('/cart');
  await expect(page.getByText('Henüz sepette ürün bulunmuyor.')).toBeVisible();
  const line = { id: product.id, title: product.title, price: 1, quantity: 0 };
  const gone = { id: crypto.randomUUID(), title: 'Çoktan bitti', price: 10, quantity: 1 };
  await page.evaluate((items) => localStorage.setItem('guest_cart', JSON.stringify(items)), [line, gone, null]);
  await page.reload();
  await expect(page.locator('.row')).toHaveCount(1);
  await expect(page.locator('.sum__total')).toContainText('650 ₺');
  const notice = /^.* için yeni fiyat 650\s₺; Çoktan bitti artık satışta değil, sepetinizden çıkarıldı$/;
  await expect(page.locator('.toast p')).toHaveText(notice);
  // Once there was time to read it.
  await page.waitForFunction(() => !sessionStorage.getItem('cart_notices'));
  await page.reload();
  await page.getByRole('button', { name: `Kaldır: ${product.title}` }).click();
  await expect(page.locator('.toast p')).toHaveText(/^Ürün sepetten kaldırıldı/);
  await expect(page.getByText('Henüz sepette ürün bulunmuyor.')).toBeVisible();
  await page.getByRole('button', { name: 'Geri al' }).click();
  await expect(page.locator('.row')).toHaveCount(1);
});

test('toasts about one line replace each other, three stand at most, and an undo stays in reach @phone-only', async ({
  page,
  addProduct,
}) => {
  const products = await Promise.all(Array.from({ length: 5 }, () => addProduct()));
  const guestCart = JSON.stringify(products.map((product) => ({ ...product, quantity: 1 })));
  await page.addInitScript((text) => localStorage.setItem('guest_cart', text), guestCart);
  await page.goto('/cart');
  // Their time stands: so many presses may take longer than 5 s.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('.toast::after { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(still);
  });
  const [first, ...others] = products.map(({ title }) => page.locator('.row', { hasText: title })) as [
    Locator,
    ...Locator[],
  ];
  for (let press = 0; press < 4; press += 1) await first.getByRole('button', { name: 'Artır' }).click();
  const toasts = page.locator('.toast');
  await expect(toasts).toHaveText(/adedi 5 olarak güncellendi/);
  await first.getByRole('button', { name: 'Kaldır' }).click();
  await expect(toasts).toHaveText(/Ürün sepetten kaldırıldı/);
  for (const row of others) await row.getByRole('button', { name: 'Artır' }).click();
  await expect(toasts).toHaveText([/kaldırıldı Geri al/, /adedi 2/, new RegExp(`${products[4]?.title} adedi 2`)]);
  await page.getByRole('button', { name: 'Geri al' }).click();
  await expect(first).toBeVisible();
});

test('two workshops stay in view above the button, with room for a name @phone-only', async ({
  page,
  api,
  customer,
  addProduct,
  openDialog,
}) => {
  const { token } = await customer();
  const title = uniqueTitle('Ebeveyn ve Çocuk Kukla Atölyesi');
  const [one, two] = [await addProduct({ title }), await addProduct({ title: `${title}, ikinci kez` })];
  await api('POST /api/cart/add', { token, body: { product_id: one.id, quantity: 1 } });
  await openDialog(page, token, two.id, 1);
  await expect(page.locator('.slip__items li')).toHaveCount(2);
  for (const line of await page.locator('.slip__items li').all()) await expect(line).toBeInViewport({ ratio: 1 });
  await expect(box(page, 1).first()).toBeInViewport({ ratio: 1 });
  // On a narrow phone too, with what is wrong with it.
  await page.setViewportSize({ width: 320, height: 740 });
  await page.getByRole('dialog').getByRole('button', { name: 'Devam Et' }).click();
  await expect(box(page, 1).first()).toBeFocused();
  await expect(box(page, 1).first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('dialog').locator('.err').first()).toBeInViewport({ ratio: 1 });
});
