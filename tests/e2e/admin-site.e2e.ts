import { expect, expectAccessible, test } from './fixtures.ts';

test('the guide links to the site settings, which show an invalid value at its field and save nothing', async ({
  page,
  api,
  signInAsAdmin,
}) => {
  const before = await api('GET /api/site');
  await signInAsAdmin('/admin/guide');
  await page.getByRole('main').getByRole('link', { name: 'Site bilgileri' }).first().click();
  await expect(page.getByRole('heading', { name: 'Site Bilgileri' })).toBeVisible();

  await page.getByRole('button', { name: 'Hesap ekle' }).click();
  const account = page.getByRole('group', { name: `${before.social.length + 1}. hesap` });
  await account.getByLabel('Hesabın bağlantısı').fill('http://ornek.com/profil');
  await account.getByLabel('Hesabın adı').fill('Podcast');
  const named = page.getByRole('group', { name: 'Podcast' });
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(named.getByText('Adres https:// ile başlamalı.')).toBeVisible();
  await expect(named.getByLabel('Hesabın bağlantısı')).toBeFocused();
  await expectAccessible(page);

  await named.getByRole('button', { name: 'Podcast: Sil' }).click();
  await expect(named).toHaveCount(0);
  expect((await api('GET /api/site')).social).toEqual(before.social);
});

test('of two admins who edit the site settings, the second compares and overwrites only on request', async ({
  page,
  api,
  adminApi,
  signInAsAdmin,
}) => {
  await signInAsAdmin('/admin/site');
  await expect(page.getByLabel('Çalışma saatleri')).not.toHaveValue('');
  const before = await api('GET /api/site');
  await adminApi('PUT /api/admin/site', { body: { ...before, hours: 'Onun saatleri' } });

  await page.getByLabel('Çalışma saatleri').fill('Benim saatlerim');
  await page.getByRole('button', { name: 'Güncelle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aynı anda iki kişi düzenledi' });
  await expect(dialog.getByText('Onun saatleri')).toBeVisible();
  await expect(dialog.getByText('Benim saatlerim')).toBeVisible();
  expect((await api('GET /api/site')).hours).toBe('Onun saatleri');
  await dialog.getByRole('button', { name: 'Benimkini kaydet' }).click();
  await expect(page.getByText('Site bilgileri kaydedildi.')).toBeVisible();
  expect((await api('GET /api/site')).hours).toBe('Benim saatlerim');
  const { updated_at } = await api('GET /api/site');
  await adminApi('PUT /api/admin/site', { body: { ...before, updated_at } });
});
