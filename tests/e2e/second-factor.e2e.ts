import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { adminAccount, expect, expectAccessible, test } from './fixtures.ts';
import { countSheets } from './helpers.ts';

/** The code an authenticator app shows now, or `steps` of 30 seconds later: a code counts once. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Moves the focus with the Tab key until it is on this element. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await button(page, name).evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${name}`);
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/cikis');
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/login');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await textbox(page, 'E-posta').fill(email);
  await textbox(page, 'Şifre').fill(password);
  await button(page, 'Giriş Yap').click();
}

test('a customer sets the second factor up with the keyboard, signs in with it, and switches it off', async ({
  page,
  customer,
  signInAs,
}) => {
  const person = await customer();
  await signInAs(person.token, '/profile#guvenlik');
  const section = page.getByRole('region', { name: 'İki adımlı giriş' });
  await expect(button(page, 'Kurmaya başla')).toBeInViewport();
  await tabTo(page, 'Kurmaya başla');
  // As the server answers to whoever signed in a while ago.
  const refusal = { status: 403, json: { code: 'reauthentication_required', message: 'Şifrenizi de girin.' } };
  await page.route('**/api/profile/totp', (route) => route.fulfill(refusal), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(section.getByRole('textbox', { name: 'Mevcut şifre' })).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(section.getByText('Uygulamayı açın', { exact: true })).toBeFocused();
  await expect(section.getByRole('img', { name: 'Doğrulama uygulaması için karekod' })).toBeVisible();
  // The steps have the whole width of the section: a phone has none to spare.
  const leftOf = (element: Element) => element.getBoundingClientRect().left;
  expect(await section.getByRole('listitem').first().evaluate(leftOf)).toBe(
    await section.getByRole('heading').first().evaluate(leftOf),
  );
  await expectAccessible(page);
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await textbox(page, 'Altı haneli kod').focus();
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kod 6 rakamdan oluşur.')).toBeVisible();
  await expect(textbox(page, 'Altı haneli kod')).toBeFocused();
  await textbox(page, 'Altı haneli kod').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(section.getByRole('heading', { name: /Kurtarma kodlarınızı saklayın/ })).toBeFocused();
  const codes = await section.locator('.codes code').allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(section.getByText(codes[0] as string)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Açık oturumlar' })).toBeHidden();
  // The footer alone is on the second one.
  expect(await countSheets(page)).toBe(2);
  await page.emulateMedia({ media: 'screen' });
  const asksBeforeLeaving = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(asksBeforeLeaving).toBe(true);
  await tabTo(page, 'Kodları sakladım');
  await page.keyboard.press('Enter');
  await expect(section.getByText('10 kurtarma kodunuz kaldı.')).toBeVisible();
  await expect.poll(asksBeforeLeaving).toBe(false);

  await signIn(page, person);
  await expect(textbox(page, 'Doğrulama kodu')).toBeFocused();
  await expectAccessible(page);
  await textbox(page, 'Doğrulama kodu').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Doğrulama kodu hatalı ya da daha önce kullanılmış.')).toBeVisible();
  await expect(textbox(page, 'Şifre')).toHaveValue(person.password);
  // A password manager fills the address again together with the code.
  await textbox(page, 'E-posta').fill(person.email);
  await expect(textbox(page, 'Doğrulama kodu')).toHaveValue('000000');
  // Another account at the same computer may have no second factor.
  await textbox(page, 'E-posta').fill('baska@ornek.com');
  await expect(textbox(page, 'Doğrulama kodu')).toBeHidden();
  await textbox(page, 'E-posta').fill(person.email);
  await button(page, 'Giriş Yap').click();
  await expect(textbox(page, 'Doğrulama kodu')).toBeFocused();
  await textbox(page, 'Doğrulama kodu').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/:\d+\/$/);

  await signIn(page, person);
  await textbox(page, 'Doğrulama kodu').fill(codes[0] as string);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/:\d+\/$/);

  await page.goto('/profile#guvenlik');
  await expect(section.getByText('9 kurtarma kodunuz kaldı.')).toBeVisible();
  await section.getByRole('button', { name: 'Kapat' }).click();
  const dialog = page.getByRole('dialog', { name: 'İki adımlı giriş kapatılsın mı?' });
  await expect(dialog.getByRole('textbox', { name: 'Mevcut şifre' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Mevcut şifre' }).fill(person.password);
  await dialog.getByRole('textbox', { name: 'Doğrulama kodu' }).fill(codes[1] as string);
  await page.keyboard.press('Enter');
  await expect(section.getByText('İki adımlı giriş kapatıldı.')).toBeVisible();
  await expect(button(page, 'Kurmaya başla')).toBeVisible();
});

test('an admin is asked to set it up, and proves who they are before changing roles or second factors', async ({
  page,
  api,
  adminToken,
  customer,
  signInAs,
}) => {
  const token = await adminToken();
  await signInAs(token, '/admin');
  const question = page.getByText('Yönetici hesabınızı iki adımlı girişle koruyun');
  await expect(question).toBeVisible();
  await expect(page.getByRole('link', { name: 'Şimdi kur' })).toHaveAttribute('href', '/profile#guvenlik');
  await expectAccessible(page);
  await button(page, '7 gün sonra sor').click();
  await expect(question).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Yönetim Paneli' })).toBeVisible();
  await expect(question).toBeHidden();

  const enable = async (owner: string) => {
    const { secret } = await api('POST /api/profile/totp', { token: owner, body: {} });
    return api('POST /api/profile/totp/confirm', { token: owner, body: { code: codeOf(secret) } });
  };
  const { recovery_codes } = await enable(token);
  const person = await customer();
  await enable(person.token);
  await page.goto(`/admin/users?search=${person.email}`);
  const row = page.getByRole('row').filter({ hasText: person.email });
  await row.getByRole('button', { name: /^İki adımı kapat/ }).click();
  await page.getByRole('button', { name: 'İki adımlı girişi kapat', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Siz olduğunuzu doğrulayın' });
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Mevcut şifre' }).fill(adminAccount.password);
  await dialog.getByRole('textbox', { name: 'Doğrulama kodu' }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Doğrulama kodu hatalı ya da daha önce kullanılmış.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Mevcut şifre' })).toHaveValue(adminAccount.password);
  await dialog.getByRole('textbox', { name: 'Doğrulama kodu' }).fill(recovery_codes[0] as string);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kullanıcının iki adımlı girişi kapatıldı.')).toBeVisible();
  await expect(row.getByRole('button', { name: /^İki adımı kapat/ })).toHaveCount(0);

  await row.getByRole('button', { name: /^Yönetici yap/ }).click();
  await button(page, 'Yönetici yap').click();
  await dialog.getByRole('textbox', { name: 'Mevcut şifre' }).fill(adminAccount.password);
  await dialog.getByRole('textbox', { name: 'Doğrulama kodu' }).fill(recovery_codes[1] as string);
  await dialog.getByRole('button', { name: 'Onayla' }).click();
  await expect(row.getByText('Yönetici', { exact: true })).toBeVisible();
});
