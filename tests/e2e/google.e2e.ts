import { Secret, TOTP } from 'otpauth';
import { type AuthServer, openAuthServer } from '../auth-server.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test.describe.configure({ mode: 'serial' });

let auth: AuthServer;
test.beforeAll(async () => {
  auth = await openAuthServer(Number(process.env.E2E_AUTH_PORT));
});
test.afterAll(() => auth.close());

test('signing in with Google makes an account and leaves no token in the address or the history', async ({ page }) => {
  auth.consentingUser = auth.addUser();
  const { email } = auth.consentingUser;
  await page.goto('/login?next=%2Fprofile');
  await page.getByRole('button', { name: 'Google ile giriş yap' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('textbox', { name: 'E-posta' })).toHaveValue(email as string);
  expect(auth.requests).toContain('GET /auth/v1/authorize');
  await page.goBack();
  expect(page.url()).not.toContain('access_token');
  // The sign-in screen redirects who is signed in.
  await expect(page).toHaveURL(/\/(profile)?$/);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toMatch(/refresh_token|access_token/);
});

test('a refused consent returns to the sign-in screen with a message and the return address', async ({ page }) => {
  auth.consentingUser = undefined;
  await page.goto('/login?next=%2Fcart');
  await page.getByRole('button', { name: 'Google ile giriş yap' }).click();
  await expect(page.getByText('Google ile giriş başarısız oldu.')).toBeInViewport();
  await expect(page).toHaveURL(/\/login\?next=%2Fcart$/);
  await expect(page.getByRole('button', { name: 'Google ile giriş yap' })).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('an unreachable auth service and a refused sign-in show different messages', async ({ page }) => {
  await page.route('**/auth/v1/user', (route) => route.abort());
  const token = auth.forge(auth.addUser());
  await page.goto(`/auth/callback#access_token=${token}&refresh_token=x&expires_in=3600&token_type=bearer`);
  await expect(page.getByText('Google login sırasında hata oluştu.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('a forged token in the fragment signs nobody in', async ({ page }) => {
  const forged = auth.forge(auth.addUser());
  await page.goto(`/auth/callback#access_token=${forged}&refresh_token=x&expires_in=3600&token_type=bearer`);
  await expect(page.getByText('Google ile giriş başarısız oldu.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('an account with a second factor asks for its code after Google', async ({ page, api }) => {
  auth.consentingUser = auth.addUser();
  const enter = async () => {
    await page.goto('/login?next=%2Fprofile');
    await page.getByRole('button', { name: 'Google ile giriş yap' }).click();
  };
  await enter();
  await expect(page).toHaveURL(/\/profile$/);
  const token = (await page.evaluate(() => localStorage.getItem('token'))) as string;
  const { secret } = await api('POST /api/profile/totp', { token, body: {} });
  const codeOf = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await api('POST /api/profile/totp/confirm', { token, body: { code: codeOf(0) } });
  await page.goto('/cikis');
  await expect(page).toHaveURL(/:\d+\/$/);

  await enter();
  const field = page.getByRole('textbox', { name: 'Doğrulama kodu' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Doğrulama kodu hatalı ya da daha önce kullanılmış.')).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(/refresh_token|access_token|"token"/);
  await field.fill(codeOf(1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile$/);
});
