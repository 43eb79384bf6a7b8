import { expect, test } from './fixtures.ts';

test('the guide links to the site settings, which show an invalid value at its field and save nothing @phone', async ({
  page,
  api,
  adminToken,
  signInAs,
  expectAccessible,
}) => {
  const before = await api('GET /api/site');
  await signInAs(await adminToken());
  await page.goto('/admin/guide');
  await page.getByRole('main').getByRole('link', { name: 'Site bilgileri' }).first().click();
  await expect(page.getByRole('heading', { name: 'Site Bilgileri' })).toBeVisible();

  await page.getByRole('button', { name: 'Hesap ekle' }).click();
  const account = page.getByRole('group', { name: `${before.social.length + 1}. hesap` });
  await account.getByLabel('Adres').fill('ornek.com/profil');
  await account.getByLabel('Ad', { exact: true }).fill('Podcast');
  const named = page.getByRole('group', { name: 'Podcast' });
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(named.getByText('Adres https:// ile başlamalı.')).toBeVisible();
  await expect(named.getByLabel('Adres')).toBeFocused();
  await expectAccessible();

  await named.getByRole('button', { name: 'Podcast: Sil' }).click();
  await expect(named).toHaveCount(0);
  expect((await api('GET /api/site')).social).toEqual(before.social);
});
