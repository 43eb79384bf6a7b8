import { expect, expectAccessible, test } from './fixtures.ts';
import { holdRequests } from './helpers.ts';

test('the admin says on every screen that the identity is the sample’s, until it is written', async ({
  page,
  api,
  adminApi,
  signInAsAdmin,
}) => {
  await signInAsAdmin('/admin/orders');
  const bar = page.getByText(
    /^Sitede örnek ya da eksik bilgiler var: merkezin adı, .*, WhatsApp numarası ve sosyal hesaplar\./,
  );
  await expect(bar).toBeVisible();
  await page.getByRole('link', { name: 'Kimliğinizi yazın' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Site Bilgileri' })).toBeVisible();
  await expectAccessible(page);

  const { updated_at: _, ...before } = await api('GET /api/site');
  await page.getByLabel('Merkezin adı').fill('Ayşe Demir Psikoloji');
  await page.getByLabel('Resmî unvan').fill('Ayşe Demir Psikolojik Danışmanlık');
  await page.getByLabel('Vergi bilgisi').fill('Kadıköy V.D. 1234567890');
  await page.getByLabel('Şehir').fill('İstanbul');
  await page.getByLabel('Açık adres').fill('Moda Caddesi 1');
  await page.getByLabel('E-posta').fill('ayse@demir.com');
  await page.getByLabel('Telefon').fill('0216 111 22 33');
  await page.getByLabel('WhatsApp numarası').fill('');
  const remove = page.getByRole('button', { name: /^Sil/ });
  for (let left = await remove.count(); left > 0; left -= 1) await remove.first().click();
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByText('Site bilgileri kaydedildi.')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await adminApi('PUT /api/admin/site', { body: before });
});

test('the setup leads through its steps: test mail, legal texts, samples away and back again', async ({
  page,
  api,
  mailTo,
  signInAsAdmin,
}) => {
  await signInAsAdmin('/admin');
  const setup = page.getByRole('region', { name: 'Kurulum' });
  await expect(setup.getByText('8 adımdan 1’i tamam')).toBeVisible();
  await expectAccessible(page);

  await setup.getByRole('button', { name: 'Bana deneme e-postası gönder' }).press('Enter');
  await expect(page.getByText('kimseye ulaşmadı')).toBeVisible();
  await mailTo('yonetici@ornek.com', /Deneme e-postası/);

  await setup.getByLabel('Hukukçuya baktırdım').press('Space');
  await expect(setup.getByText('8 adımdan 2’si tamam')).toBeVisible();
  await expect(setup.getByLabel('Hukukçuya baktırdım')).toBeFocused();
  await setup.getByLabel('Hukukçuya baktırdım').press('Space');
  await expect(setup.getByText('8 adımdan 1’i tamam')).toBeVisible();

  await setup.getByRole('button', { name: 'Örnek içeriği kaldır' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Örnek içerik kaldırılsın mı?' });
  await expect(
    dialog.getByText(/^20 atölye, 7 hizmet, 9 galeri seti, 18 yazı ve \d+ yorum siteden kalkar/),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Vazgeç' }).click();
  expect(await api('GET /api/blogs')).toHaveLength(18);

  const legal = await holdRequests(page, '**/api/admin/setup/legal');
  await setup.getByLabel('Hukukçuya baktırdım').press('Space');
  await legal.waitUntilHeld();
  await setup.getByRole('button', { name: 'Örnek içeriği kaldır' }).click();
  await dialog.getByRole('button', { name: 'Kaldır', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await legal.release();
  await expect(page.getByText('Örnek içerik kaldırıldı.').first()).toBeVisible();
  await expect(setup.getByText('8 adımdan 4’ü tamam')).toBeVisible();
  expect(await api('GET /api/blogs')).toEqual([]);

  await setup.getByRole('button', { name: 'Örnek içeriği geri getir' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Örnek içerik geri gelsin mi?' })
    .getByRole('button', { name: 'Geri getir' })
    .click();
  await expect(setup.getByText('8 adımdan 2’si tamam')).toBeVisible();
  expect(await api('GET /api/blogs')).toHaveLength(18);
});

test('a press that begins while a question still opens is taken', async ({ page, signInAsAdmin }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signInAsAdmin('/admin');
  const remove = page.getByRole('button', { name: 'Örnek içeriği kaldır' });
  await remove.waitFor();
  await page.evaluate(() => {
    const paused = new CSSStyleSheet();
    paused.replaceSync('.dlg { animation-play-state: paused }');
    document.adoptedStyleSheets.push(paused);
  });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Örnek içerik kaldırılsın mı?' });
  await dialog.getByRole('button', { name: 'Vazgeç' }).hover();
  await page.mouse.down();
  const opening = await dialog.evaluate((shown) => {
    const animations = shown.getAnimations();
    for (const animation of animations) animation.finish();
    return animations.length;
  });
  expect(opening).toBe(1);
  await page.mouse.up();
  await expect(dialog).toHaveCount(0);
});
