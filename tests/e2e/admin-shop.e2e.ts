import { pngFile, uniqueTitle } from './common.ts';
import { adminAccount, expect, test } from './fixtures.ts';

test.describe('the admin area', () => {
  test('shows nothing of itself to guests and customers', async ({ page, customer, signInAs }) => {
    await page.goto('/admin/manage-products');
    await expect(page).toHaveURL(/\/login$/);
    await signInAs((await customer()).token);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/$/);
  });

  test('leads from the dashboard to every screen, and keeps its address on reload @phone', async ({
    page,
    signInAs,
    adminToken,
    expectAccessible,
  }) => {
    await signInAs(await adminToken());
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Yönetim Paneli', level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Bölümler' }).getByRole('link')).toHaveCount(8);
    await expect(page.getByRole('heading', { name: 'Yaklaşan etkinlikler' })).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: /Siparişler Ara/ }).click();
    await expect(page).toHaveTitle('Siparişler | Yönetim');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Siparişler', level: 1 })).toBeVisible();
    await expectAccessible();
  });

  // The other screens have journeys of their own, which look at them in the same way.
  for (const path of ['manage-products', 'add-product', 'users', 'publish', 'site', 'guide']) {
    test(`opens /admin/${path} by its address, for everybody to use @phone`, async ({
      page,
      signInAs,
      adminToken,
      expectAccessible,
    }) => {
      await signInAs(await adminToken());
      await page.goto(`/admin/${path}`);
      await expect(page.locator('.adm__main .panel').first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await expectAccessible();
    });
  }
});

test.describe('an event', () => {
  test('is added, edited, found, deleted and taken back', async ({ page, signInAs, adminToken }) => {
    const title = uniqueTitle('Işık Atölyesi');
    await signInAs(await adminToken());
    await page.goto('/admin/add-product');
    await page.getByRole('button', { name: 'Ürünü Ekle' }).click();
    await expect(page.getByText('❗ Lütfen iki görseli de seçin.').first()).toBeVisible();
    await page.getByLabel('Başlık').fill(title);
    await expect(page.getByLabel('Slug (adres)')).toHaveValue(/^isik-atolyesi-/);
    await page.getByLabel('Açıklama').fill('Bir gün, iki ip.');
    await page.getByLabel('Fiyat (₺)').fill('650,50');
    await page.getByLabel('Stok').fill('12');
    await page.getByLabel('Stok').fill('-3');
    await expect(page.getByLabel('Stok')).toHaveValue('12');
    await page.getByLabel('Tarih').fill('2199-05-10');
    await page.getByLabel('Saat').fill('14:00');
    await page.getByLabel('Konum').fill('Isparta');
    await page.getByLabel('Kategori').fill('Drama');
    await page.getByLabel('Görsel 1').setInputFiles(await pngFile('#c4432a'));
    await page.getByLabel('Görsel 2').setInputFiles(await pngFile('#f2be4a'));
    await expect(page.getByAltText('Seçilen görselin önizlemesi')).toHaveCount(2);
    await page.getByRole('button', { name: 'Ürünü Ekle' }).click();
    await expect(page.getByText('✅ Ürün başarıyla eklendi!')).toBeVisible({ timeout: 20_000 });

    await page.goto(`/admin/manage-products?search=${encodeURIComponent(title.toLocaleUpperCase('tr'))}`);
    await page.getByRole('link', { name: `Düzenle: ${title}` }).click();
    await page.getByLabel('Fiyat (₺)').fill('700');
    await expect(page.getByText('Kaydedilmemiş değişiklikler var')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('✅ Ürün başarıyla güncellendi!')).toBeVisible();
    await expect(page).toHaveURL(/manage-products\?search=/);
    await expect(page.getByText('700,00 ₺')).toBeVisible();

    await page.getByRole('button', { name: `Sil: ${title}` }).click();
    await expect(page.getByRole('heading', { name: 'Bu ürünü silmek istediğine emin misin?' })).toBeVisible();
    await page.getByRole('button', { name: 'Sil', exact: true }).click();
    await expect(page.getByText('✅ Ürün başarıyla silindi.')).toBeVisible();
    await expect(page.getByText('Hiç ürün bulunamadı.')).toBeVisible();
    await page.getByRole('button', { name: 'Geri al' }).click();
    await expect(page.getByRole('link', { name: `Düzenle: ${title}` })).toBeVisible();
  });

  test('typed but not saved is neither left by mistake nor lost when the session ends', async ({
    page,
    api,
    signInAs,
    adminToken,
  }) => {
    const token = await adminToken();
    const [event] = await api('GET /api/products');
    await signInAs(token);
    await page.goto(`/admin/edit-product/${event?.id}`);
    const place = uniqueTitle('Sahil parkı, iskele');
    await page.getByLabel('Konum').fill(place);
    await page.getByRole('link', { name: 'Ürünler', exact: true }).first().click();
    await page.getByRole('button', { name: 'Sayfada kal' }).click();
    await expect(page.getByLabel('Konum')).toHaveValue(place);

    await api('POST /api/logout', { token });
    await page.getByRole('button', { name: 'Güncelle' }).click();
    await expect(page.getByRole('heading', { name: 'Oturumunuz sona erdi' })).toBeVisible();
    await page.getByLabel('Şifre').fill(adminAccount.password);
    await page.getByRole('button', { name: 'Giriş yap', exact: true }).click();
    await expect(page.getByText('✅ Ürün başarıyla güncellendi!')).toBeVisible();
  });
});

test('an account is found, made admin, deactivated and reactivated', async ({
  page,
  customer,
  signInAs,
  adminToken,
}) => {
  const { email } = await customer();
  await signInAs(await adminToken());
  await page.goto('/admin/users');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(email.toUpperCase());
  await expect(page.getByText('1 kullanıcıdan 1–1')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(email) });
  await row.getByRole('button', { name: /Yönetici yap/ }).click();
  await page.getByRole('button', { name: 'Yönetici yap', exact: true }).click();
  await expect(row.getByText('Yönetici', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: /Deaktive et/ }).click();
  await page.getByRole('button', { name: 'Deaktive et', exact: true }).click();
  await expect(page.getByText('Bu kritere uygun kullanıcı bulunamadı.')).toBeVisible();
  await page.getByLabel('Durum').selectOption('deactivated');
  await row.getByRole('button', { name: /Aktive et/ }).click();
  await page.getByRole('button', { name: 'Aktive et', exact: true }).click();
  await expect(row).toHaveCount(0);
});
