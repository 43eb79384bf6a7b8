import type { Page } from '@playwright/test';
import { dayInIstanbul } from '../../src/shared/time.ts';
import { adminAccount, test as base, expect, expectAccessible } from './fixtures.ts';
import { countSheets, expectFits } from './helpers.ts';

const iban = 'TR330006100519786457841326';

interface Orders {
  /** Stores the account that buyers pay to. */
  setAccount(): Promise<void>;
}

const test = base.extend<Orders>({
  setAccount: async ({ adminApi }, use) => {
    await use(async () => {
      const { updated_at: _, bank_changed_at: __, ...settings } = await adminApi('GET /api/admin/payment-settings');
      const transfer = { enabled: true, holder: 'Ayşe Demir', iban, bank: 'Örnek Bankası' };
      const body = { ...settings, transfer, current_password: adminAccount.password };
      await adminApi('PUT /api/admin/payment-settings', { body });
    });
  },
});

const sheet = (page: Page, code: string) => page.getByRole('listitem').filter({ hasText: code }).first();

test('an order says how it is paid, changes the way, keeps its documents, and says when it is paid @phone-only', async ({
  page,
  context,
  adminApi,
  signInAs,
  setAccount,
  addProduct,
  sell,
}) => {
  await setAccount();
  const product = await addProduct({ location: 'uzunadres'.repeat(12) });
  const { code, buyer } = await sell(['İpek Yılmaz', 'Ada Su'], product);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(buyer.token, '/orders');
  const mine = sheet(page, code);
  await expect(mine).toContainText('Ödeme bekleniyor · ');
  await expect(mine).toContainText('1.300 ₺');
  await expect(mine.getByText('14.00–16.00', { exact: true })).toHaveCSS('white-space', 'nowrap');
  await expect(mine).toContainText('TR33 0006 1005 1978 6457 8413 26');
  await expect(mine).toContainText('Ayşe Demir');
  await expectAccessible(page);

  // A phone at 200 %: the sheet shows its whole state, and the stub with the day covers no word.
  const seen = page.viewportSize() as { width: number; height: number };
  await page.setViewportSize({ width: 195, height: 422 });
  const state = mine.getByText('Ödeme bekleniyor · ');
  const over = () =>
    state.evaluate((words) => {
      const sheet = words.closest('li') as HTMLElement;
      return words.getBoundingClientRect().right - sheet.getBoundingClientRect().right;
    });
  await expect.poll(over).toBeLessThanOrEqual(0);
  await expect(mine.locator('.tk__stub')).toBeHidden();
  await page.setViewportSize(seen);
  await expect(mine.locator('.tk__stub')).toBeVisible();
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

  // The longest sum stays on one line.
  const sum = mine.locator('.pay__sum b');
  expect(
    await sum.evaluate((element) => {
      element.textContent = '1.234.567,50\u00a0₺';
      const { height } = element.getBoundingClientRect();
      return height / Number.parseFloat(getComputedStyle(element).lineHeight);
    }),
  ).toBeLessThan(1.5);
  await expectFits(page);

  await mine.getByRole('button', { name: `Merkezde ödemek istiyorum: ${code}` }).click();
  await expect(mine).toContainText('Merkezimizde ödeyeceksiniz.');
  await expect(mine).not.toContainText('TR33');
  const back = mine.getByRole('button', { name: 'Havale/EFT ile ödemek istiyorum' });
  await expect(back).toBeFocused();
  await back.click();
  await expect(mine).toContainText('TR33 0006');

  await mine.getByText('Belgeler').click();
  const address = await mine.getByRole('link', { name: 'Ön bilgilendirme formu', exact: true }).getAttribute('href');
  await page.goto(new URL(address as string).pathname);
  await expect(page.locator('body')).toContainText(code);
  await expectFits(page);

  const today = dayInIstanbul(new Date());
  await adminApi('POST /api/admin/checkouts/:code/payments', {
    params: { code },
    body: { amount: 1300, received_on: today },
  });
  await page.goto('/orders');
  await expect(mine).toContainText('Ödendi');
  await expect(mine).not.toContainText('Ödenecek tutar');
});

test('an unpaid order that was released says so', async ({ page, adminApi, signInAs, addProduct, sell }) => {
  const { code, buyer } = await sell(['İpek Yılmaz'], await addProduct());
  await adminApi('POST /api/admin/checkouts/:code/release', { params: { code } });
  await signInAs(buyer.token, '/orders');
  await expect(sheet(page, code)).toContainText('Yeriniz boşaltıldı');
  // What can be done with orders begins beside them.
  const topOf = async (name: RegExp) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
  const apart = async () => (await topOf(/Planınız mı değişti/)) - (await topOf(/^Yaklaşan/));
  await expect.poll(apart).toBeCloseTo(0, 0);
  await expectAccessible(page);
  // The footer alone is on the second one.
  expect(await countSheets(page)).toBe(2);
});
