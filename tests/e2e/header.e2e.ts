import { expect, test } from './fixtures.ts';

test('the top bar hides on the way down and returns on the way up', async ({ page }) => {
  await page.goto('/');
  const bar = page.locator('.bar');
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 900);
  await expect(bar).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(bar).toBeInViewport();
});

test('the menu opens over the page, closes with Escape and returns the focus @phone-only', async ({ page }) => {
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Menüyü aç' });
  await open.click();
  const menu = page.getByRole('navigation', { name: 'Menü', exact: true });
  await expect(menu.getByRole('link', { name: 'Atölyeler' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await menu.getByRole('link', { name: 'Galeri' }).click();
  await expect(page).toHaveURL('/galeri');
});

test('the top bar and the menu link to the search @phone', async ({ page, isMobile }) => {
  await page.goto('/galeri');
  if (isMobile) await page.getByRole('button', { name: 'Menüyü aç' }).click();
  await page
    .locator(isMobile ? '.menu' : '.bar')
    .getByRole('link', { name: 'Ara', exact: true })
    .click();
  await expect(page).toHaveURL('/ara');
  await expect(page.getByRole('searchbox', { name: 'Sitede ara' })).toBeVisible();
});

test('the top bar shows guests, customers and admins their links', async ({ page, adminToken, customer }) => {
  const links = ['Giriş', 'Kayıt', 'Yönetim', 'Profilim', 'Çıkış'];
  const expectLinks = async (...shown: string[]) => {
    for (const name of links)
      await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible({ visible: shown.includes(name) });
  };
  const enter = async (token: string) => {
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    const asked = page.waitForResponse('**/api/me');
    await page.reload();
    await asked;
  };
  await page.goto('/');
  await expectLinks('Giriş', 'Kayıt');
  await enter((await customer()).token);
  await expectLinks('Profilim', 'Çıkış');
  await enter(await adminToken());
  await expectLinks('Yönetim', 'Profilim', 'Çıkış');
});

test('the top bar of a page that Back restored is that of whoever signed in meanwhile', async ({
  page,
  api,
  customer,
}) => {
  const { token } = await customer();
  const product = (await api('GET /api/products')).find(({ stock }) => stock > 1);
  await api('POST /api/cart/add', { token, body: { product_id: product?.id, quantity: 2 } });
  await page.goto('/');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Giriş' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate((value) => {
    localStorage.setItem('token', value);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  }, token);
  await expect(banner.getByRole('link', { name: 'Profilim' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Sepet, 2 bilet' })).toBeVisible();
});

test('the skip link moves the focus past the top bar', async ({ page }) => {
  await page.goto('/galeri');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'İçeriğe geç' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#icerik')).toBeFocused();
});

test('an address with a hash scrolls to its element', async ({ page }) => {
  await page.goto('/danismanlik#danismanlik-sss');
  await expect(page.getByRole('heading', { name: 'Gelmeden önce merak edilenler' })).toBeInViewport();
});
