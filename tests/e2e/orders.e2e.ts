import type { Page } from '@playwright/test';
import { dayInIstanbul } from '../../src/shared/time.ts';
import { adminAccount, test as base, expect } from './fixtures.ts';
import { formData, uniqueTitle } from './helpers.ts';

const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
const iban = 'TR330006100519786457841326';

interface Orders {
  /** Stores the account that buyers pay to. */
  setAccount(): Promise<void>;
  /** Buys two seats as a new customer; answers the code and the customer's token. */
  buy(): Promise<{ code: string; token: string; title: string }>;
}

const test = base.extend<Orders>({
  setAccount: async ({ api, adminToken }, use) => {
    await use(async () => {
      const token = await adminToken();
      const {
        updated_at: _,
        bank_changed_at: __,
        ...settings
      } = await api('GET /api/admin/payment-settings', { token });
      const transfer = { enabled: true, holder: 'Ayşe Demir', iban, bank: 'Örnek Bankası' };
      const body = { ...settings, transfer, current_password: adminAccount.password };
      await api('PUT /api/admin/payment-settings', { token, body });
    });
  },
  buy: async ({ api, adminToken, customer }, use) => {
    await use(async () => {
      const title = uniqueTitle('Kukla Atölyesi');
      const fields = { title, price: '650', description: 'Bir gün.', stock: '9', date: day, time: '14:00' };
      const body = await formData({ ...fields, location: 'Merkez', category: 'Drama' }, 'image1', 'image2');
      const { id } = await api('POST /api/product/add', { body, token: await adminToken() });
      const { token } = await customer();
      const participants = [{ fullName: 'İpek Yılmaz' }, { fullName: 'Ada Su' }];
      const { orders } = await api('POST /api/order/create', {
        token,
        body: { cartItems: [{ id, quantity: 2, participants }] },
      });
      return { code: orders[0]?.code as string, token, title };
    });
  },
});

const sheet = (page: Page, code: string) => page.getByRole('listitem').filter({ hasText: code }).first();

test('an order says how it is paid, changes the way, keeps its documents, and says when it is paid @phone', async ({
  page,
  context,
  api,
  adminToken,
  signInAs,
  setAccount,
  buy,
  expectAccessible,
}) => {
  await setAccount();
  const { code, token } = await buy();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(token);
  await page.goto('/orders');
  const mine = sheet(page, code);
  await expect(mine).toContainText('Ödeme bekleniyor · ');
  await expect(mine).toContainText('1.300 ₺');
  await expect(mine).toContainText('TR33 0006 1005 1978 6457 8413 26');
  await expect(mine).toContainText('Ayşe Demir');
  await expectAccessible();
  for (const [label, value] of [
    ['IBAN', iban],
    ['Alıcı', 'Ayşe Demir'],
    ['Tutar', '1300,00'],
    ['Açıklama', code],
  ] as const) {
    const button = mine.getByRole('button', { name: `${label}: kopyala` });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(mine.getByText(`${label} kopyalandı.`)).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  }

  await mine.getByRole('button', { name: 'Merkezde ödemek istiyorum' }).click();
  await expect(mine).toContainText('Merkezimizde ödeyeceksiniz.');
  await expect(mine).not.toContainText('TR33');
  await mine.getByRole('button', { name: 'Havale/EFT ile ödemek istiyorum' }).click();
  await expect(mine).toContainText('TR33 0006');

  await mine.getByText('Belgeler').click();
  const address = await mine.getByRole('link', { name: 'Ön bilgilendirme formu', exact: true }).getAttribute('href');
  const document = await page.request.get(new URL(address as string).pathname);
  expect(await document.text()).toContain(code);

  const today = dayInIstanbul(new Date());
  await api('POST /api/admin/checkouts/:code/payments', {
    params: { code },
    token: await adminToken(),
    body: { amount: 1300, received_on: today },
  });
  await page.reload();
  await expect(mine).toContainText('Ödendi');
  await expect(mine).not.toContainText('Ödenecek tutar');
});

test('a released order and a refund say what became of them', async ({ page, api, adminToken, signInAs, buy }) => {
  const { code, token } = await buy();
  const admin = await adminToken();
  const [order] = await api('GET /api/my-orders', { token });
  const today = dayInIstanbul(new Date());
  await api('POST /api/admin/checkouts/:code/payments', {
    params: { code },
    token: admin,
    body: { amount: 1300, received_on: today },
  });
  await api('PATCH /api/admin/orders/:id/status', {
    params: { id: order?.id as string },
    token: admin,
    body: { status: 'cancelled' },
  });
  await signInAs(token);
  await page.goto('/orders');
  await expect(sheet(page, code)).toContainText('İptal edildi');
  await expect(sheet(page, code)).toContainText('1.300 ₺ geri ödenecek, en geç');
});

test('an unpaid order that was released says so', async ({ page, api, adminToken, signInAs, buy }) => {
  const { code, token } = await buy();
  await api('POST /api/admin/checkouts/:code/release', { params: { code }, token: await adminToken() });
  await signInAs(token);
  await page.goto('/orders');
  await expect(sheet(page, code)).toContainText('Süresi doldu, yeriniz boşaltıldı');
});
