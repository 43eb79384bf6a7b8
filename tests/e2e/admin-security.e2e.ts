import { adminAccount, expect, expectAccessible, test } from './fixtures.ts';
import { downloadFile, expectFits, uniqueTitle } from './helpers.ts';

test('an admin reads who changed what, narrows it down and exports it', async ({ page, adminApi, signInAsAdmin }) => {
  const name = uniqueTitle('Kategori');
  const { id } = await adminApi('POST /api/admin/categories', { body: { name } });
  await adminApi('DELETE /api/admin/categories/:id', { params: { id } });
  await signInAsAdmin('/admin');
  await expect(page.getByRole('heading', { name: 'Yönetim Paneli' })).toBeVisible();
  await page.getByRole('link', { name: 'Değişiklik geçmişi' }).click();
  await expect(page.getByRole('heading', { name: 'Değişiklik Geçmişi' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Değişiklik geçmişi' });
  await expect(table.getByText('Kategori silindi').first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'Bölüm' }).selectOption('Kategori');
  await page.getByRole('combobox', { name: 'Kişi' }).selectOption('Site Yöneticisi');
  await expect(page).toHaveURL(/entity=category/);
  await page
    .getByRole('button', { name: `Bu kaydın geçmişi: ${id.slice(0, 8)}` })
    .first()
    .click();
  const rows = table.getByRole('row').filter({ hasText: name });
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Kategori eklendi');
  await expect(rows.last()).toContainText('Site Yöneticisi');
  await expectAccessible(page);

  const { text: csv } = await downloadFile(page.getByRole('button', { name: 'CSV indir' }));
  expect(csv.split('\r\n')).toHaveLength(4);
  expect(csv).toContain(`Kategori silindi;${id};Başlık;${name};–`);

  await page.getByLabel('Bitiş').fill('2020-01-01');
  await expect(page.getByText('Bu süzgeçlere uyan değişiklik yok.')).toBeVisible();
  await page.getByRole('button', { name: 'Süzgeçleri temizle' }).click();
  await expect(table).toBeVisible();

  // Large text, as a browser's own setting makes it, takes the room of the columns.
  await page.setViewportSize({ width: 1700, height: 800 });
  await expect(table).not.toHaveClass(/tbl--cards/);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect(table).toHaveClass(/tbl--cards/);
});

test('on the narrowest phone long names break and days show their year', async ({ page, signInAsAdmin }) => {
  const name = 'Muvaffakiyetsizleştiricileştiriveremeyeb';
  await page.route('**/api/admin/security-events*', async (route) => {
    const answer = await route.fetch();
    const events = await answer.json();
    const json = events.map((event: object) => ({ ...event, account_name: name }));
    await route.fulfill({ response: answer, json });
  });
  await signInAsAdmin();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/admin/guvenlik');
  await page
    .getByRole('button', { name: `Yalnızca bu hesap: ${name}` })
    .first()
    .click();
  await expect(page.getByText(`Yalnızca ${name} gösteriliyor.`)).toBeVisible();
  await expectFits(page);
  await expect.poll(async () => (await page.getByLabel('Başlangıç').boundingBox())?.width).toBeGreaterThan(200);
  await expect(page.getByRole('row').first()).toContainText(/\d{4}, \d\d\.\d\d/);
});

test('an admin and a person see events of their accounts', async ({ page, api, customer, adminToken, signInAs }) => {
  const person = await customer();
  await api('POST /api/login', { body: { email: person.email, password: person.password } });
  await signInAs(person.token, '/profile#guvenlik');
  const section = page.getByRole('region', { name: 'Son hareketler' });
  await expect(section.getByText('Hesap açıldı')).toBeVisible();
  await expect(section.getByText('Yeni bir cihazdan giriş')).toBeVisible();
  await expectAccessible(page);

  const token = await adminToken();
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto('/admin/guvenlik');
  const table = page.getByRole('table', { name: 'Güvenlik kayıtları' });
  await expect(table.getByText('Giriş yapıldı').first()).toBeVisible();
  await expectAccessible(page);
  await table.getByRole('button', { name: 'Yalnızca bu hesap: Deniz Yılmaz' }).first().click();
  await expect(page.getByText('Yalnızca Deniz Yılmaz gösteriliyor.')).toBeVisible();
  await expect(table.getByText(adminAccount.email)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Olay' }).selectOption('Hesap açıldı');
  await expect(table.getByRole('row').filter({ hasText: 'Deniz' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Bütün hesapları göster' }).click();
  await expect(page).not.toHaveURL(/account_id/);
});
