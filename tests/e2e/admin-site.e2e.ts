import { expect, expectAccessible, test } from './fixtures.ts';
import { holdRequests } from './helpers.ts';

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
  const icon = account.getByLabel('Simge');
  const spare = () =>
    icon.evaluate((select: HTMLElement) => {
      const shown = select.offsetWidth;
      select.style.setProperty('width', 'max-content');
      const needed = select.offsetWidth;
      select.style.removeProperty('width');
      return shown - needed;
    });
  await expect.poll(spare, 'room for the longest name').toBeGreaterThanOrEqual(0);
  await account.getByLabel('Hesabın bağlantısı').fill('http://ornek.com/profil');
  await account.getByLabel('Hesabın adı').fill('Instagram');
  const instagram = page.getByRole('group', { name: 'Instagram' }).last();
  await expect(instagram.getByLabel('Simge'), 'the icon that its name asks for').toHaveValue('photo');
  await instagram.getByLabel('Simge').selectOption('chat');
  await instagram.getByLabel('Hesabın adı').fill('Podcast');
  await expect(page.getByRole('group', { name: 'Podcast' }).getByLabel('Simge'), 'chosen').toHaveValue('chat');
  const named = page.getByRole('group', { name: 'Podcast' });
  const saving = await holdRequests(page, '**/api/admin/site');
  await page.getByRole('button', { name: 'Güncelle' }).click();
  // What was changed now would be lost with the reply.
  await saving.waitUntilHeld();
  await expect(named.getByLabel('Hesabın adı')).not.toBeEditable();
  await expect(named.getByLabel('Simge')).toBeDisabled();
  await expect(named.getByRole('button')).toBeDisabled();
  await expect(page.getByRole('checkbox').first()).toBeDisabled();
  await saving.release();
  await expect(named.getByText('Adres https:// ile başlamalı.')).toBeVisible();
  await expect(named.getByLabel('Hesabın bağlantısı')).toBeFocused();
  await expectAccessible(page);

  await named.getByRole('button', { name: 'Podcast: Sil' }).click();
  await expect(named).toHaveCount(0);
  expect((await api('GET /api/site')).social).toEqual(before.social);
});
