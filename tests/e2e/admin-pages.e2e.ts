import { AxeBuilder } from '@axe-core/playwright';
import type { Words } from '../../src/contract/contentDocuments.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

test('by keyboard alone an admin changes a question, the order of pictures and a telephone number, and publishes', async ({
  page,
  api,
  adminApi,
  signInAsAdmin,
}) => {
  await signInAsAdmin();
  await page.goto('/admin/pages');
  await expect(page.getByText('8 sayfada örnek metin duruyor.')).toBeVisible();
  await expectAccessible(page);

  const questions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sık sorulanlar' }) });
  await questions.getByRole('link', { name: 'Danışmanlık' }).press('Enter');
  await page
    .getByRole('button', { name: /1\. Soru$/ })
    .first()
    .press('Enter');
  const first = page.getByRole('group', { name: '1. Soru', exact: true });
  await first.getByLabel('Soru', { exact: true }).press('ControlOrMeta+a');
  await page.keyboard.type('Kaç görüşme yapılır?');
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Kaydedildi.')).toBeVisible();

  await page.getByRole('link', { name: 'Sayfalar' }).first().press('Enter');
  await page.getByRole('link', { name: 'Danışmanlık', exact: true }).first().press('Enter');
  const down = page.getByRole('button', { name: '1. Görsel: aşağı taşı' });
  await down.press('Enter');
  await expect(page.getByRole('button', { name: '2. Görsel: aşağı taşı' })).toBeFocused();
  await page.getByRole('button', { name: 'Kaydet' }).press('Enter');
  await expect(page.getByText('Son değişiklik:')).toBeVisible();

  await page.getByRole('link', { name: 'Site bilgileri' }).press('Enter');
  await page.getByLabel('Telefon').press('ControlOrMeta+a');
  await page.keyboard.type('0216 444 55 66');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Site bilgileri kaydedildi.')).toBeVisible();
  await page.getByRole('button', { name: 'Yayınla' }).press('Enter');
  await expect.poll(async () => (await adminApi('GET /api/admin/publish')).pending, { timeout: 60_000 }).toBe(false);

  await page.goto('/danismanlik');
  await expect(page.getByText('Kaç görüşme yapılır?')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('0216 444 55 66')).toBeVisible();
  const { slides } = (
    (await api('GET /api/content/:name', { params: { name: 'counselling' } })).data as Words<'counselling'>
  ).hero;
  expect(slides.map(({ art }) => art).slice(0, 2)).toEqual(['hero-counselling-2', 'hero-counselling-1']);
});

test('of two admins who edit a page both keep what only they changed, and choose where both changed the same', async ({
  page,
  adminApi,
  signInAsAdmin,
}) => {
  const params = { name: 'coaching' };
  const read = async () => (await adminApi('GET /api/admin/content/:name', { params })) as never as Read;
  type Read = { revision: number; data: Words<'coaching'> };
  const saveTheirs = async (change: (words: Words<'coaching'>) => void) => {
    const { revision, data } = await read();
    change(data);
    await adminApi('PUT /api/admin/content/:name', { params, body: { base: revision, data } });
  };
  await signInAsAdmin();
  await page.goto('/admin/pages/coaching');
  const lead = page.getByLabel('Giriş', { exact: true }).first();
  await lead.fill('Benim girişim.');
  await saveTheirs(({ services }) => {
    services.title = 'Onun başlığı';
  });
  await page.getByRole('button', { name: 'Kaydet' }).click();
  await expect(page.getByText('ikinizin değişiklikleri birlikte kaydedildi.')).toBeVisible();
  const both = (await read()).data;
  expect([both.hero.lead, both.services.title]).toEqual(['Benim girişim.', 'Onun başlığı']);

  // The sum of all texts is counted as they are typed.
  await lead.fill('a'.repeat(700));
  await expect(page.getByRole('status').filter({ hasText: 'en fazla 1.900 olabilir.' })).toBeAttached();
  await lead.fill('Benim ikinci girişim.');
  await expect(page.getByText('Metin uzunluğu:')).toBeVisible();
  await page.getByLabel('Üst satır').fill('Benim üst satırım');
  await saveTheirs(({ hero }) => {
    hero.lead = 'Onun girişi.';
    hero.kicker = 'Onun üst satırı';
  });
  await page.getByRole('button', { name: 'Kaydet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aynı anda iki kişi düzenledi' });
  const leads = dialog.getByRole('group', { name: 'Kapak › Giriş' });
  await expect(leads).toContainText('Benim girişim.');
  await expect(leads).toContainText('Benim ikinci girişim.');
  await expectAccessible(page);
  await leads.getByRole('radio', { name: 'Kayıtlı olan' }).check();
  await dialog.getByRole('button', { name: 'Seçtiklerimi kaydet' }).click();
  await expect(dialog).toBeHidden();
  await expect(lead).toHaveValue('Onun girişi.');
  const { hero } = (await read()).data;
  expect([hero.lead, hero.kicker]).toEqual(['Onun girişi.', 'Benim üst satırım']);

  await page.getByRole('button', { name: 'Geçmiş' }).click();
  const history = page.getByRole('dialog', { name: 'Geçmiş' });
  await history.getByRole('button', { name: 'kurulum' }).click();
  await expect(history.getByRole('region', { name: 'Kapak › Giriş' })).toContainText('Onun girişi.');
  await expectAccessible(page);
  await history.getByRole('button', { name: 'Bu sürüme dön' }).click();
  await expect(lead).not.toHaveValue('Onun girişi.');
});

test('the preview follows what is typed, names what is wrong and leaves no revision; the draft stays', async ({
  page,
  adminApi,
  signInAsAdmin,
}) => {
  const before = await adminApi('GET /api/admin/content');
  await signInAsAdmin();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin/pages/home');
  await page.getByRole('button', { name: 'Önizle' }).click();
  const shown = page.frameLocator('iframe[title="Sayfanın önizlemesi"]:not(.see__next)');
  await expect(shown.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 });
  await page.getByLabel('Giriş', { exact: true }).first().fill('Henüz kaydedilmemiş bir cümle.');
  await expect(shown.getByText('Henüz kaydedilmemiş bir cümle.')).toBeVisible();
  await page.getByLabel('Başlıkta vurgulanan bölüm').fill('başlıkta yok');
  await expect(page.getByText('Vurgulanan bölüm başlığın içinde geçmeli.')).toBeVisible();
  // The page in the frame is looked at by itself elsewhere; axe would take both for one.
  const { violations } = await new AxeBuilder({ page }).exclude('.see__page').analyze();
  expect(violations).toEqual([]);
  await page.getByRole('button', { name: 'Kapak › Başlıkta vurgulanan bölüm' }).click();
  await expect(page.getByLabel('Başlıkta vurgulanan bölüm')).toBeFocused();

  page.on('dialog', (question) => void question.accept());
  await page.waitForTimeout(500);
  await page.reload();
  await page.getByRole('button', { name: 'Taslağı getir' }).click();
  await expect(page.getByLabel('Giriş', { exact: true }).first()).toHaveValue('Henüz kaydedilmemiş bir cümle.');
  expect(await adminApi('GET /api/admin/content')).toEqual(before);
});
