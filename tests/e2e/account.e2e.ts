import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { holdRequests, script } from './helpers.ts';

const newAddress = () => `kisi-${crypto.randomUUID().slice(0, 8)}@ornek.com`;
const password = 'kırmızı ip ve kâğıt';

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(value);
  }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Waits until the forms' scripts have run. */
const ready = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);

async function signIn(page: Page, email: string, word: string): Promise<void> {
  await ready(page);
  await fill(page, { 'E-posta': email, Şifre: word });
  await press(page, 'Giriş Yap');
}

test('a visitor registers, activates the account, signs in, edits the profile, signs out', async ({ page, mailTo }) => {
  const email = newAddress();
  await page.clock.install();
  await page.goto('/register');
  await ready(page);
  await press(page, 'Kayıt Ol');
  await expect(page.getByText('Lütfen adınızı girin.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Ad', exact: true })).toBeFocused();
  await fill(page, { Ad: 'Elif', Soyad: 'Şahin', 'E-posta': email, Şifre: password, 'Şifre (tekrar)': 'başka' });
  await expect(page.getByText('Şifre gücü: Çok güçlü')).toBeVisible();
  await press(page, 'Kayıt Ol');
  await expect(page.getByText('Şifreler eşleşmiyor.')).toBeVisible();
  await expectAccessible(page);
  await fill(page, { 'Şifre (tekrar)': password });
  await press(page, 'Kayıt Ol');
  const registered = page.getByRole('dialog', { name: 'Kaydınız alındı' });
  await expect(registered).toContainText(email);
  // As Back from the sign-in screen restores the page: a mistyped address can be mended.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(registered).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'E-posta' })).toHaveValue(email);
  await press(page, 'Kayıt Ol');
  await expect(registered).toContainText(email);
  await page.clock.fastForward(5000);
  await expect(page).toHaveURL(/\/login$/);

  await signIn(page, email, password);
  await expect(page.getByText('Hesabınız henüz etkin değil.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Şifre', exact: true })).toHaveValue(password);

  const link = /https?:\/\/\S+\/activate\?token=[\w-]+/.exec((await mailTo(email)).text ?? '')?.[0] as string;
  await page.goto(new URL(link).pathname + new URL(link).search);
  await ready(page);
  await press(page, 'Hesabımı etkinleştir');
  await expect(page.getByText('Lütfen şifrenizi girin.')).toBeVisible();
  await fill(page, { Şifre: 'yanlış bir söz' });
  await page.getByLabel('Şifre', { exact: true }).press('Enter');
  // The field has the focus already: what is wrong is read as an alert.
  await expect(page.getByRole('alert')).toHaveText('Şifre hatalı. Kayıt olurken seçtiğiniz şifreyi girin.');
  await expectAccessible(page);
  await fill(page, { Şifre: password });
  await press(page, 'Hesabımı etkinleştir');
  await expect(page).toHaveURL(/:\d+\/$/);

  await page.goto('/profile');
  await expect(page.getByRole('textbox', { name: 'E-posta' })).toHaveValue(email);
  // Many screen readers pass over words that come with their place.
  await page.evaluate(() =>
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLElement && node.role === 'status')
          node.toggleAttribute(
            'data-unread',
            node.firstElementChild?.checkVisibility({ visibilityProperty: true }) ?? true,
          );
    }).observe(document.body, { childList: true, subtree: true }),
  );
  await fill(page, { Telefon: '532 111 22 33' });
  await press(page, 'Telefonu Güncelle');
  await expect(page.getByRole('status').filter({ hasText: 'Telefon numarası başarıyla güncellendi.' })).toBeVisible();
  await expect(page.locator('[data-unread]')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Telefon' })).toHaveValue('0532 111 22 33');
  await fill(page, { 'Yeni şifre': 'yepyeni bir söz', 'Yeni şifre (tekrar)': 'yepyeni' });
  await press(page, 'Şifreyi Güncelle');
  await expect(page.getByText('Şifreler eşleşmiyor!')).toBeVisible();
  await fill(page, { 'Yeni şifre (tekrar)': 'yepyeni bir söz' });
  await page.route('**/change-password', (route) => route.abort(), { times: 1 });
  await press(page, 'Şifreyi Güncelle');
  await expect(page.getByText('Şifre güncellenirken bir hata oluştu.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Mevcut şifre' })).toHaveCount(0);
  await press(page, 'Şifreyi Güncelle');
  await expect(page.getByText('Şifre başarıyla güncellendi.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/cikis');
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a forgotten password is reset with the mailed code', async ({ page, customer, mailTo }) => {
  const { email, token } = await customer();
  await page.goto('/login');
  await ready(page);
  await fill(page, { 'E-posta': email });
  await page.getByRole('link', { name: 'Şifremi unuttum' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await ready(page);
  await expect(page.getByRole('textbox', { name: 'E-posta' })).toHaveValue(email);
  await fill(page, { 'E-posta': '' });
  await press(page, 'Kod Gönder');
  await expect(page.getByText('Lütfen e-posta girin.')).toBeVisible();
  await fill(page, { 'E-posta': email });
  // On a phone, scrolled down to the button: the next step is shown from its number on, not from behind the top bar.
  await page.setViewportSize({ width: 390, height: 600 });
  await page
    .getByRole('button', { name: 'Kod Gönder' })
    .evaluate((button) => button.scrollIntoView({ block: 'start' }));
  await press(page, 'Kod Gönder');
  await expect(page.getByText('Kod e-posta adresinize gönderildi.')).toBeVisible();
  const topOf = (text: string) => page.getByText(text).evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(() => topOf('Adım 2 / 3')).toBeGreaterThan(72);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('timer')).toContainText(/Kalan süre: 1\d\d saniye/);
  await expectAccessible(page);
  await press(page, 'Kodu Doğrula');
  await expect(page.getByText('Lütfen kodu girin.')).toBeVisible();

  const newest = async () => /^\d{6}$/m.exec((await mailTo(email, /kod/)).text ?? '')?.[0] as string;
  const first = await newest();
  await page.reload();
  await expect(page.getByText(`${email} adresine`)).toBeVisible();
  await ready(page);

  // The browser's back button leads to the first step, with the address still filled in.
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'E-posta' })).toHaveValue(email);
  await press(page, 'Kod Gönder');
  await expect.poll(newest).not.toBe(first);
  const code = await newest();
  // Mail programs copy the code with blanks and a line break.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)} ${code.slice(3)}\n`);
  const input = page.getByRole('textbox', { name: 'Kod', exact: true });
  await input.focus();
  await page.keyboard.press('Control+V');
  await expect(input).toHaveValue(code);
  await expect(input).toHaveAttribute('autocomplete', 'one-time-code');
  await press(page, 'Kodu Doğrula');
  await expect(page.getByText('Kod doğrulandı.')).toBeVisible();
  await press(page, 'Şifreyi Sıfırla');
  await expect(page.getByText('Lütfen tüm alanları doldurun.')).toBeVisible();
  await fill(page, { 'Yeni şifre': 'yepyeni bir söz', 'Yeni şifre (tekrar)': 'yepyeni bir söz' });
  await press(page, 'Şifreyi Sıfırla');
  await expect(page.getByText('Şifre başarıyla sıfırlandı.')).toBeInViewport();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, email, 'yepyeni bir söz');
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(token);
});

test('the sign-in form keeps what was typed before its script, and waits for it', async ({ page, customer }) => {
  const { email, password: word } = await customer();
  const held = await holdRequests(page, script('LoginForm'));
  await page.goto('/login', { waitUntil: 'commit' });
  await fill(page, { 'E-posta': email, Şifre: word });
  await page.keyboard.press('Enter');
  await held.release();
  await ready(page);
  await expect(page.getByRole('textbox', { name: 'E-posta' })).toHaveValue(email);
  await press(page, 'Giriş Yap');
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('the strength of a password typed before the script arrived is shown when it has arrived', async ({ page }) => {
  const held = await holdRequests(page, script('RegisterForm'));
  await page.goto('/register');
  await page.getByLabel('Şifre', { exact: true }).fill('Aksam ruzgari sahile vurdu');
  await expect(page.locator('.strength')).toContainText('En az 8 karakter');
  await held.release();
  await expect(page.locator('.strength')).toHaveText('Şifre gücü: Çok güçlü');
});

test('the password reset returns to its first step when the countdown ends', async ({ page, customer }) => {
  const { email } = await customer();
  await page.clock.install();
  await page.goto('/forgot-password');
  await ready(page);
  await fill(page, { 'E-posta': email });
  await page.route('**/api/forgot-password/request', (route) => route.abort(), { times: 1 });
  await press(page, 'Kod Gönder');
  await expect(page.getByText('Hata oluştu.')).toBeVisible();
  // The sentence goes with the first press, and the link below the button comes under the second one.
  await page.getByRole('button', { name: 'Kod Gönder' }).dblclick();
  await expect(page.getByRole('timer')).toBeVisible();
  await page.clock.fastForward(181_000);
  await expect(page.getByText('Kodun süresi doldu. Lütfen tekrar kod alın.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-posta' })).toHaveValue(email);
});

test('protected pages let in only who may see them and are opened after signing in and reading what changed', async ({
  page,
  customer,
}) => {
  const { email, password: word } = await customer();
  const changed = { slug: 'gizlilik', title: 'Gizlilik', published_at: '2026-11-22T10:00:00.000Z' };
  await page.route('**/api/me/legal-changes', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: [changed] }) : route.continue(),
  );
  await page.goto('/profile');
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/orders');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, email, 'yanlış bir söz');
  await expect(page.getByText('E-posta ya da şifre hatalı.')).toBeVisible();
  await fill(page, { Şifre: word });
  await press(page, 'Giriş Yap');
  const told = page.getByRole('dialog', { name: 'Bir metnimiz yenilendi' });
  await expect(told.getByRole('link', { name: 'Gizlilik' })).toHaveAttribute('href', '/yasal/gizlilik');
  await expect(page).toHaveURL(/\/login/);
  const noted = page.waitForResponse('**/api/me/legal-changes');
  await press(page, 'Tamam, devam et');
  expect((await noted).status()).toBe(204);
  await expect(page).toHaveURL(/\/orders$/);
  for (const away of ['/admin', '/login', '/register']) {
    await page.goto(away);
    await expect(page).toHaveURL(/:\d+\/$/);
  }
});

test('many open sessions scroll in a list of their own, and the last one is ended with the keyboard', async ({
  page,
  api,
  customer,
  signInAs,
}) => {
  const { email, password: own, token } = await customer();
  for (let i = 0; i < 11; i += 1) await api('POST /api/login', { body: { email, password: own } });
  await signInAs(token, '/profile');
  const list = page.getByRole('region', { name: 'Açık oturumlar' }).getByRole('list');
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(12);
  expect(await list.evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(34 * 16);
  await expectAccessible(page);
  const button = rows.filter({ hasNotText: 'Bu cihaz' }).last().getByRole('button');
  await button.focus();
  await expect(button).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Oturum kapatıldı.')).toBeVisible();
  await expect(rows).toHaveCount(11);
});

test('a customer reads and downloads their data and deletes the account with its seats', async ({
  page,
  api,
  customer,
  signInAs,
}) => {
  const { email, password, token } = await customer();
  const product = (await api('GET /api/products')).find(({ stock }) => stock > 1);
  const line = { ...product, quantity: 1, participants: [{ fullName: 'Ege Er' }] };
  await api('POST /api/order/create', { token, body: { cartItems: [line] } });
  await signInAs(token, '/profile#guvenlik');
  const download = page.waitForEvent('download');
  await press(page, 'Verilerimi indir');
  expect((await download).suggestedFilename()).toBe('verilerim.json');
  const copy = page.getByRole('dialog', { name: 'Verileriniz' });
  await expect(copy).toContainText(email);
  await expectAccessible(page);
  await copy.getByRole('button', { name: 'Kapat', exact: true }).last().click();
  await press(page, 'Hesabımı sil');
  const dialog = page.getByRole('dialog', { name: 'Hesabınız silinsin mi?' });
  await expect(dialog).toContainText(`${product?.title}, `);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Hesabımı sil' }).click();
  await expect(page.getByRole('dialog', { name: 'Hesabınız silindi' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Ana sayfaya dön');
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/login');
  await signIn(page, email, password);
  await expect(page.getByText('E-posta ya da şifre hatalı.')).toBeVisible();
});
