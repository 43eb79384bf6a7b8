import { dayInIstanbul } from '../../src/shared/time.ts';
import { test as base, expect, expectAccessible, type Sale } from './fixtures.ts';
import { holdRequests, loseAnswer } from './helpers.ts';

/** Sells two seats and records that they are paid. */
const test = base.extend<{ buyTwo: () => Promise<Sale> }>({
  buyTwo: async ({ adminApi, addProduct, sell }, use) => {
    await use(async () => {
      const sale = await sell(['İpek Yılmaz', 'Ada Su'], await addProduct());
      const body = { amount: 1300, received_on: dayInIstanbul(new Date()) };
      await adminApi('POST /api/admin/checkouts/:code/payments', { params: { code: sale.code }, body });
      return sale;
    });
  },
});

test('one of two seats is cancelled, the refund shown before and after @phone-only', async ({
  page,
  signInAs,
  buyTwo,
}) => {
  const { product, buyer, code } = await buyTwo();
  await signInAs(buyer.token, '/orders');
  await page.getByRole('button', { name: `İptal et: ${product.title}, ${code}` }).click();
  const dialog = page.getByRole('dialog');
  const held = await holdRequests(page, '**/cancellation*');
  await dialog.getByRole('checkbox', { name: 'Ada Su' }).check();
  await held.waitUntilHeld();
  // A press comes before the button can be pressed.
  const cancel = dialog.getByRole('button', { name: '1 yeri iptal et' });
  await cancel.hover({ force: true });
  await page.mouse.down();
  await page.mouse.up();
  await held.release();
  await expect(dialog.getByRole('status')).toContainText('650 ₺');
  await expect(dialog).toContainText('kadar iptal ücretsizdir; sonrasında iade yoktur.');
  await expectAccessible(page);
  // The next one follows as fast as the second of a double click.
  await cancel.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `İptal et: ${product.title}` })).toBeFocused();
  const sheet = page.getByRole('listitem').filter({ hasText: product.title }).first();
  await expect(sheet).toContainText('650 ₺ geri ödenecek');
  await expect(sheet).toContainText('İpek Yılmaz');
  await expect(sheet).not.toContainText('Ada Su');
});

test('a seat cancelled with a lost answer leaves the dialog with those who stay', async ({
  page,
  signInAs,
  buyTwo,
}) => {
  const { product, buyer } = await buyTwo();
  await signInAs(buyer.token, '/orders');
  await page.getByRole('button', { name: `İptal et: ${product.title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Ada Su' }).check();
  await loseAnswer(page, '**/api/my-orders/*/cancel');
  // Nor does the list say that the seat is gone.
  await page.route('**/api/my-checkouts*', (route) => route.abort(), { times: 1 });
  const cancel = dialog.getByRole('button', { name: '1 yeri iptal et' });
  await cancel.click();
  await expect(dialog.getByRole('alert')).toContainText('Bağlantınızı kontrol edip tekrar deneyin');
  await cancel.click();
  await expect(dialog.getByRole('alert')).toContainText('artık bu siparişte değil');
  await expect(dialog.getByRole('button', { name: 'Tekrar dene' })).toHaveCount(0);
  await expect(dialog).not.toContainText('Ada Su');
  await expect(page.getByRole('listitem').filter({ hasText: product.title }).first()).not.toContainText('Ada Su');
  // Nobody is chosen for the one who stays.
  await expect(dialog).toContainText('İpek Yılmaz');
  await expect(dialog.getByRole('button', { name: /iptal et$/ })).toBeDisabled();
});

test('a seat is handed on with the keyboard to somebody without an account', async ({
  page,
  browser,
  baseURL,
  api,
  signInAs,
  buyTwo,
  mailTo,
}) => {
  const { product, buyer } = await buyTwo();
  await signInAs(buyer.token, '/orders');
  // A name that is being mended is still there after a look at the other one.
  await page.getByRole('button', { name: `Adı düzelt: ${product.title}` }).click();
  await page.getByLabel('Ad soyad').fill('İpek Yıldız');
  for (const [seat, name] of [['Ada Su'], ['İpek Yılmaz', 'İpek Yıldız']] as const) {
    await page.getByRole('combobox', { name: 'Katılımcı' }).selectOption(seat);
    await expect(page.getByLabel('Ad soyad')).toHaveValue(name ?? seat);
  }
  await page.keyboard.press('Escape');
  const opener = page.getByRole('button', { name: `Yerimi devret: ${product.title}` });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Yerinizi devredin' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('radio', { name: 'Ada Su' }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Bağlantı al' }).focus();
  const held = await holdRequests(page, '**/transfer');
  await page.keyboard.press('Enter');
  // Another seat that is chosen meanwhile would show the link of this one.
  await held.waitUntilHeld();
  await expect(dialog.getByRole('radio', { name: 'İpek Yılmaz' })).toBeDisabled();
  await held.release();
  const address = dialog.getByText(/\/devir\//);
  await expect(address).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Kopyala' })).toBeFocused();
  await expectAccessible(page);
  const path = new URL((await address.textContent()) as string).pathname;
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  const otherContext = await browser.newContext({ baseURL: baseURL as string });
  const other = await otherContext.newPage();
  await other.goto(path);
  await expect(other.getByRole('heading', { name: product.title })).toBeVisible();
  const email = `alan-${crypto.randomUUID().slice(0, 8)}@ornek.com`;
  await other.getByLabel('Adınız soyadınız').fill('Şükrü Göğebakan');
  await other.getByLabel('E-posta').fill(email);
  await other.getByRole('button', { name: 'Yeri devral' }).focus();
  await other.keyboard.press('Enter');
  await expect(other.getByText('aydınlatma metnini onaylamanız gerekir')).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('checkbox').focus();
  await other.keyboard.press('Space');
  await other.getByRole('button', { name: 'Yeri devral' }).focus();
  await other.keyboard.press('Enter');
  await expect(other.getByText('Yer artık sizin.')).toBeVisible();
  await mailTo(email);
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Bu bağlantı artık geçerli değil' })).toBeVisible();
  await otherContext.close();
  const [order] = await api('GET /api/my-orders', { token: buyer.token });
  expect(order?.participants.map(({ surname }) => surname)).not.toContain('Su');

  // What is the other person's by now is offered no more; with the last own seat both actions go.
  await page.reload();
  await opener.click();
  await expect(dialog.getByRole('button', { name: 'Bağlantı al' })).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const rename = page.getByRole('button', { name: `Adı düzelt: ${product.title}` });
  await rename.click();
  await expect(page.getByLabel('Ad soyad')).toHaveValue('İpek Yılmaz');
  const id = order?.id as string;
  const seat = { params: { id, position: '1' }, token: buyer.token };
  const { url } = await api('POST /api/my-orders/:id/participants/:position/transfer', seat);
  const body = { fullName: 'Can Er', email, kvkk_consent: true };
  await api('POST /api/transfers/:token', { params: { token: url.split('/').at(-1) as string }, body });
  await page.reload();
  await expect(page.getByRole('button', { name: `Takvime ekle: ${product.title}` })).toBeVisible();
  await expect(opener.or(rename)).toHaveCount(0);
});

test('the practice calls an event off after seeing its effect', async ({ page, signInAsAdmin, buyTwo, mailTo }) => {
  const { product, buyer } = await buyTwo();
  await signInAsAdmin(`/admin/participants/${product.id}`);
  const callOff = page.getByRole('button', { name: 'Atölyeyi iptal et' });
  await expect(callOff).toBeVisible();
  await expectAccessible(page);
  await callOff.click();
  const dialog = page.getByRole('dialog', { name: 'Atölye yapılmayacak mı?' });
  await expect(dialog).toContainText('1 sipariş, 2 kişilik yer iptal edilir.');
  await expect(dialog).toContainText('1.300 ₺ geri ödenir');
  await dialog.getByLabel('Neden').fill('Eğitmenimiz hastalandı.');
  await page.keyboard.press('Escape');
  await callOff.click();
  await expect(dialog.getByLabel('Neden')).toHaveValue('Eğitmenimiz hastalandı.');
  const send = dialog.getByRole('button', { name: 'Atölyeyi iptal et' });
  await expect(send).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await expectAccessible(page);
  await send.click();
  await expect(page.getByText(/Bu atölye iptal edildi \(.+\): Eğitmenimiz hastalandı\./)).toBeVisible();
  const mail = await mailTo(buyer.email, /iptal/i);
  expect(mail.text).toContain('Eğitmenimiz hastalandı.');
  await page.goto('/products');
  await expect(page.locator('.prod').filter({ hasText: product.title })).toContainText('İptal edildi');
  await page.goto(`/admin/manage-products?search=${encodeURIComponent(product.title)}`);
  await page.getByRole('link', { name: `İptal edildi: ${product.title} katılımcıları` }).click();
  await expect(page.getByText('İptal edilen atölyede kimsenin yeri yok.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kapıyı aç' })).toBeHidden();
  // As on a phone whose door was open already.
  await page.goto(`/admin/door/${product.id}`);
  await expect(page.getByText('Bu atölye iptal edildi.')).toBeVisible();
});
