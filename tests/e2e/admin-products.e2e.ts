import { routes } from '../../src/web/admin/routes.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { expectFits, formData, loseAnswer, pngFile, uniqueTitle } from './helpers.ts';

test.describe('the admin area', () => {
  test('the admin area redirects guests and customers', async ({ page, customer, signInAs }) => {
    await page.goto('/admin/manage-products');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Gittiğiniz sayfa için giriş yapmanız gerekiyor.')).toBeVisible();
    await signInAs((await customer()).token, '/admin');
    await expect(page).toHaveURL(/\/$/);
  });

  test('the dashboard leads to every admin screen, and a reload keeps the screen', async ({ page, signInAsAdmin }) => {
    await signInAsAdmin('/admin');
    await expect(page.getByRole('heading', { name: 'Yönetim Paneli', level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Bölümler' }).getByRole('link')).toHaveCount(10);
    await expect(page.getByRole('heading', { name: 'Yaklaşan atölyeler' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: /Siparişler Ara/ }).click();
    await expect(page).toHaveTitle('Siparişler | Yönetim');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Siparişler', level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto('/admin/manage-products');
    await page.getByRole('button', { name: 'Sonraki sayfa' }).click();
    await expect(page.getByRole('button', { name: '2. sayfa' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('row').nth(1)).toBeInViewport();
  });

  test('every admin screen opens by its address, fits a phone and is accessible @phone-only', async ({
    page,
    signInAsAdmin,
  }) => {
    await signInAsAdmin();
    const addresses = Object.values(routes).filter(({ path }) => !path.includes(':'));
    for (const { path, title } of addresses) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
        await expect(page.locator('.adm__main :is(.panel, form, table, [data-empty])').first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectFits(page);
        await expectAccessible(page);
      });
    }
  });
});

test.describe('products in the admin area', () => {
  test('an admin adds a product, finds, edits and deletes it, and undoes the deletion', async ({
    page,
    api,
    signInAsAdmin,
  }) => {
    const title = uniqueTitle('Işık Atölyesi');
    await signInAsAdmin('/admin/add-product');
    await page.getByRole('button', { name: 'Atölyeyi Ekle' }).click();
    await expect(page.getByText('❗ Lütfen iki görseli de seçin.').first()).toBeVisible();
    await page.getByLabel('Başlık').fill(title);
    await expect(page.getByLabel('Sayfa adresi')).toHaveValue(/^isik-atolyesi-/);
    await page.getByLabel('Açıklama').fill('Bir gün, iki ip.');
    await page.getByLabel('Fiyat (₺)').pressSequentially('1.250');
    await expect(page.getByLabel('Fiyat (₺)')).toHaveValue('1.250');
    await expect(page.getByText('1.250 ₺ · bin iki yüz elli lira')).toBeVisible();
    await page.getByLabel('Kontenjan').fill('12');
    await page.getByLabel('Kontenjan').fill('-3');
    await expect(page.getByLabel('Kontenjan')).toHaveValue('12');
    await page.getByLabel('Tarih').fill('2199-05-10');
    await page.getByLabel('Saat', { exact: true }).fill('14:00');
    await page.getByLabel('Konum').fill('Isparta');
    await page.getByLabel('Kategori').fill('Drama');
    await page.getByLabel('Cayma hakkı').selectOption('days_14');
    await page.getByLabel('KDV oranı (%)').fill('10');
    await page.getByLabel('Görsel 1').setInputFiles(await pngFile('#c4432a'));
    await page.getByLabel('Görsel 2').setInputFiles(await pngFile('#f2be4a'));
    await expect(page.getByAltText('Seçilen görselin önizlemesi')).toHaveCount(2);
    await page.getByRole('button', { name: 'Atölyeyi Ekle' }).click();
    await expect(page.getByText('✅ Ürün başarıyla eklendi!')).toBeVisible({ timeout: 20_000 });

    await page.goto(`/admin/manage-products?search=${encodeURIComponent(title.toLocaleUpperCase('tr'))}`);
    await expect(page.getByText('1.250,00 ₺')).toBeVisible();
    const onSale = (await api('GET /api/products')).find((product) => product.title === title);
    expect(onSale?.price).toBe(1250);
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.getByRole('link', { name: `Düzenle: ${title}` }).click();
    await expect(page.getByLabel('Cayma hakkı')).toHaveValue('days_14');
    await expect(page.getByLabel('KDV oranı (%)')).toHaveValue('10');
    await page.getByLabel('Fiyat (₺)').fill('7');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Fiyat 1.250,00 ₺ iken 7 ₺ · yedi lira oluyor.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Vazgeç' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByLabel('Fiyat (₺)').fill('700');
    await expect(page.getByText('Kaydedilmemiş değişiklikler var')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('✅ Ürün başarıyla güncellendi!')).toBeVisible();
    await expect(page).toHaveURL(/manage-products\?search=/);
    await expect(page.getByText('700,00 ₺')).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('button', { name: `Sil: ${title}` }).click();
    await expect(page.getByRole('heading', { name: 'Bu ürünü silmek istediğine emin misin?' })).toBeVisible();
    await page.getByRole('button', { name: 'Sil', exact: true }).click();
    await expect(page.getByText('✅ Ürün başarıyla silindi.')).toBeVisible();
    await expect(page.getByText('Hiç ürün bulunamadı.')).toBeVisible();
    await page.getByRole('button', { name: 'Geri al' }).click();
    await expect(page.getByRole('link', { name: `Düzenle: ${title}` })).toBeVisible();
  });

  test('a draft brings back what was typed, neither sold seats nor what somebody else changed', async ({
    page,
    adminApi,
    addProduct,
    sell,
    signInAsAdmin,
  }) => {
    const product = await addProduct({ stock: '20' });
    const { id, title } = product;
    await signInAsAdmin(`/admin/edit-product/${id}`);
    await page.getByLabel('Açıklama').fill('İki gün.');
    await page.getByLabel('Kontenjan').fill('25');
    await page.getByRole('link', { name: 'Atölyeler', exact: true }).first().click();
    await page.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click();
    await sell(
      Array.from({ length: 8 }, (_, seat) => `Kişi ${'abcdefgh'[seat]}`),
      product,
    );
    await page.goto(`/admin/edit-product/${id}`);
    await page.getByRole('button', { name: 'Taslağı getir' }).click();
    await expect(page.getByLabel('Açıklama')).toHaveValue('İki gün.');
    await expect(page.getByLabel('Kontenjan')).toHaveValue('17');
    await page.getByRole('button', { name: 'Güncelle' }).click();
    await expect(page.getByText('✅ Ürün başarıyla güncellendi!')).toBeVisible();
    expect(await adminApi('GET /api/admin/product/:id', { params: { id } })).toMatchObject({
      description: 'İki gün.',
      stock: 17,
    });

    await page.goto(`/admin/edit-product/${id}`);
    await page.getByLabel('Açıklama').fill('Üç gün.');
    await page.getByRole('link', { name: 'Atölyeler', exact: true }).first().click();
    await page.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click();
    const { price, date, time, category } = product;
    const body = { title, price: String(price), description: 'İki gün.', stock: '17', date, time, category };
    await adminApi('PUT /api/product/update/:id', {
      params: { id },
      body: await formData({ ...body, location: 'Bahçe' }),
    });
    await page.goto(`/admin/edit-product/${id}`);
    await page.getByRole('button', { name: 'Taslağı getir' }).click();
    await expect(page.getByLabel('Konum')).toHaveValue('Bahçe');
    await page.getByRole('button', { name: 'Güncelle' }).click();
    const question = page.getByRole('dialog', { name: 'Aynı anda iki kişi düzenledi' });
    await expect(question).toContainText('Üç gün.');
    await question.getByRole('button', { name: 'Benimkini kaydet' }).click();
    await expect(page.getByText('✅ Ürün başarıyla güncellendi!')).toBeVisible();
    expect(await adminApi('GET /api/admin/product/:id', { params: { id } })).toMatchObject({
      description: 'Üç gün.',
      location: 'Bahçe',
      stock: 17,
    });
  });

  test('dates and a workshop whose answer was lost are there once when they are sent again', async ({
    page,
    adminApi,
    addProduct,
    signInAsAdmin,
  }) => {
    const { title, location, category, date } = await addProduct();
    const titles = async () => (await adminApi('GET /api/admin/products')).map((product) => product.title);
    const count = async (wanted: string) => (await titles()).filter((each) => each === wanted).length;
    await signInAsAdmin(`/admin/manage-products?search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Tarih ekle: ${title}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Başka tarihler ekle' });
    const first = dialog.getByLabel('İlk tarih');
    await first.fill(date);
    await dialog.getByRole('button', { name: 'Tarihi ekle' }).click();
    await expect(first).toHaveAccessibleDescription(/zaten var/);
    await first.fill('2199-05-17');
    await dialog.getByLabel('Kaç hafta').selectOption('2');
    await loseAnswer(page, '**/dates');
    await dialog.getByRole('button', { name: '2 tarihi ekle' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    // The dates may be there: the list behind the dialog shows it.
    await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(3);
    await dialog.getByLabel('Saat').press('Enter');
    await expect(page.getByText('2 tarih eklendi.')).toBeVisible();
    expect(await count(title)).toBe(3);

    const another = uniqueTitle('Bir kez');
    await page.goto('/admin/add-product');
    for (const [label, value] of Object.entries({ Başlık: another, Açıklama: 'Bir gün.', Konum: location }))
      await page.getByLabel(label).fill(value);
    await page.getByLabel('Fiyat (₺)').fill('650');
    await page.getByLabel('Kontenjan').fill('9');
    await page.getByLabel('Tarih').fill('2199-05-10');
    await page.getByLabel('Saat', { exact: true }).fill('14:00');
    await page.getByLabel('Kategori').fill(category);
    await page.getByLabel('Görsel 1').setInputFiles(await pngFile('#c4432a'));
    await page.getByLabel('Görsel 2').setInputFiles(await pngFile('#f2be4a'));
    await expect(page.getByAltText('Seçilen görselin önizlemesi')).toHaveCount(2);
    await loseAnswer(page, '**/api/product/add');
    await page.getByRole('button', { name: 'Atölyeyi Ekle' }).click();
    await expect(page.getByText('❌ Sunucuya ulaşılamadı.')).toBeVisible();
    await page.getByRole('button', { name: 'Atölyeyi Ekle' }).click();
    await expect(page.getByText('✅ Ürün başarıyla eklendi!')).toBeVisible();
    expect(await count(another)).toBe(1);
  });
});

test('an admin finds an account, makes it admin, deactivates and reactivates it', async ({
  page,
  customer,
  signInAsAdmin,
}) => {
  const { email } = await customer();
  await signInAsAdmin('/admin/users');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(email.toUpperCase());
  await expect(page.getByText('1 kullanıcıdan 1–1')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(email) });
  await row.getByRole('button', { name: `Yönetici yap: Deniz Yılmaz, ${email}` }).click();
  await page.getByRole('button', { name: 'Yönetici yap', exact: true }).click();
  await expect(row.getByText('Yönetici', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: /Hesabı kapat/ }).click();
  await page.getByRole('button', { name: 'Hesabı kapat', exact: true }).click();
  await expect(page.getByText('Bu kritere uygun kullanıcı bulunamadı.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Kullanıcılar' })).toBeFocused();
  await page.getByLabel('Durum').selectOption('deactivated');
  await row.getByRole('button', { name: /Hesabı yeniden aç/ }).click();
  await page.getByRole('button', { name: 'Hesabı yeniden aç', exact: true }).click();
  await expect(row).toHaveCount(0);
});
