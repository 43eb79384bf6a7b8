import type { Locator, Page } from '@playwright/test';
import type { Words } from '../../src/contract/contentDocuments.ts';
import { adminAccount, expect, expectAccessible, test } from './fixtures.ts';

/** Most presses of three minutes, one a second. A letter is one, Ctrl+S is two. */
const maxPresses = 180;

function countKeys(page: Page) {
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      presses += key.split('+').length;
      await page.keyboard.press(key);
    }
  };
  return {
    press,
    async type(text: string) {
      presses += text.length;
      await page.keyboard.type(text);
    },
    /** Presses Tab until this has the focus. */
    async tabTo(target: Locator) {
      await expect(target).toBeVisible();
      for (let tabs = 0; tabs < 30; tabs += 1) {
        await press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`30 tabs do not reach ${target}`);
    },
    /** Stands for Alt and the left arrow, which a browser without a window does not handle. */
    async goBack() {
      presses += 2;
      await page.goBack();
    },
    presses: () => presses,
  };
}

test('by keyboard alone an admin signs in, changes a question, the order of pictures and a telephone number, and publishes', async ({
  page,
  api,
  adminApi,
}) => {
  const { press, type, tabTo, goBack, presses } = countKeys(page);
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const skipNotices = async () => {
    await tabTo(link('Bildirimleri geç'));
    await press('Enter');
  };
  await page.goto('/login');
  await tabTo(link('İçeriğe geç'));
  await press('Enter');
  await tabTo(page.getByLabel('E-posta'));
  await type(adminAccount.email);
  await tabTo(page.getByLabel('Şifre', { exact: true }));
  await type(adminAccount.password);
  // Typed faster than by anybody: the form sends nothing until its script runs.
  await expect(page.getByRole('button', { name: 'Giriş Yap', exact: true })).toBeEnabled();
  await press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
  await tabTo(page.getByRole('navigation', { name: 'Yönetim menüsü' }).getByRole('link', { name: 'Sayfalar' }));
  await press('Enter');
  await expect(page.getByText('8 sayfada örnek metin duruyor.')).toBeVisible();
  await expect(heading('Sayfalar')).toBeFocused();
  await expectAccessible(page);

  const questions = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sık sorulanlar' }) });
  await skipNotices();
  await tabTo(questions.getByRole('link', { name: 'Danışmanlık' }));
  await press('Enter');
  await expect(heading('Danışmanlık: sık sorulanlar')).toBeFocused();
  await skipNotices();
  await tabTo(page.getByRole('button', { name: /1\. Soru$/ }).first());
  await press('Enter');
  await tabTo(page.getByRole('group', { name: '1. Soru', exact: true }).getByLabel('Soru', { exact: true }));
  await press('ControlOrMeta+a');
  await type('Kaç görüşme yapılır?');
  await expectAccessible(page);
  await press('ControlOrMeta+s');
  await expect(page.getByText('Kaydedildi.')).toBeVisible();
  await page.getByRole('button', { name: '2. Soru: sil', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Geri al' }).press('Enter');
  await expect(page.getByRole('button', { name: /2\. Soru$/ }).first()).toBeFocused();

  await goBack();
  await expect(heading('Sayfalar')).toBeFocused();
  await skipNotices();
  await tabTo(link('Danışmanlık').and(page.locator('h2 a')));
  await press('Enter');
  await expect(heading('Danışmanlık')).toBeFocused();
  await skipNotices();
  await tabTo(page.getByRole('button', { name: '1. Görsel: aşağı taşı' }));
  await press('Enter');
  await expect(page.getByRole('button', { name: '2. Görsel: aşağı taşı' })).toBeFocused();
  await press('ControlOrMeta+s');
  await expect(page.getByText('Son değişiklik:')).toBeVisible();
  await expect(page.getByRole('button', { name: '2. Görsel: aşağı taşı' })).toBeFocused();

  await goBack();
  await expect(heading('Sayfalar')).toBeFocused();
  await tabTo(link('Kimliğinizi yazın'));
  await press('Enter');
  await expect(heading('Site Bilgileri')).toBeFocused();
  await skipNotices();
  await tabTo(page.getByLabel('Telefon'));
  await press('ControlOrMeta+a');
  await type('0216 444 55 66');
  await press('Enter');
  await expect(page.getByText('Site bilgileri kaydedildi.')).toBeVisible();
  await goBack();
  await expect(heading('Sayfalar')).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Yayınla' }));
  await press('Enter');
  expect(presses()).toBeLessThan(maxPresses);
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
  await signInAsAdmin('/admin/pages/coaching');
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
  await expect(page.getByText('Kaydedildi. Site bir sonraki yayında yenilenir.')).toBeVisible();
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
  // What was saved before may be published meanwhile.
  const read = async () => (await adminApi('GET /api/admin/content')).map(({ live_revision: _, ...row }) => row);
  const before = await read();
  await signInAsAdmin();
  await page.setViewportSize({ width: 1280, height: 900 });
  // Why a file is not taken over is said until the screen is left.
  await page.goto('/admin/pages');
  const file = { name: 'bos.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
  await page.getByLabel('Metin dosyası').setInputFiles(file);
  const refusal = page.getByText('Bu dosyada site metinleri yok.');
  await expect(refusal).toBeVisible();
  await page.getByRole('link', { name: 'Galeri' }).click();
  await expect(page.getByRole('heading', { name: 'Yeni görsel seti' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Dosyadan al' })).toBeVisible();
  await expect(refusal).toHaveCount(0);
  await page.goto('/admin/pages/home');
  await page.getByRole('button', { name: 'Önizle' }).click();
  const shown = page.frameLocator('iframe[title="Sayfanın önizlemesi"]:not(.see__next)');
  await expect(shown.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 });
  await page.getByLabel('Giriş', { exact: true }).first().fill('Henüz kaydedilmemiş bir cümle.');
  await expect(shown.getByText('Henüz kaydedilmemiş bir cümle.')).toBeVisible();
  // A renderer that ends: nothing typed is lost, and the next one shows it.
  const message = 'Siteyi hazırlayan süreç beklenmedik biçimde sona erdi.';
  await page.route('**/preview', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message } }));
  await page.getByLabel('Üst satır').fill('Sonradan yazılan bir satır');
  await expect(page.getByRole('alert')).toContainText(
    `${message} Yazdıklarınız formda duruyor; görünen sayfa önceki hâli.`,
  );
  await page.unroute('**/preview');
  await page.getByRole('button', { name: 'Tekrar dene' }).click();
  await expect(shown.getByText('Sonradan yazılan bir satır')).toBeVisible();
  await page.getByLabel('Başlıkta vurgulanan bölüm').fill('başlıkta yok');
  await expect(page.getByText('Vurgulanan bölüm başlığın içinde geçmeli.')).toBeVisible();
  // The page in the frame is looked at by itself elsewhere; axe would take both for one.
  await expectAccessible(page, '.see__page');
  await page.getByRole('button', { name: 'Kapak › Başlıkta vurgulanan bölüm' }).click();
  await expect(page.getByLabel('Başlıkta vurgulanan bölüm')).toBeFocused();

  page.on('dialog', (question) => void question.accept());
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('başlıkta yok');
  await page.reload();
  await page.getByRole('button', { name: 'Taslağı getir' }).click();
  await expect(page.getByLabel('Giriş', { exact: true }).first()).toHaveValue('Henüz kaydedilmemiş bir cümle.');
  expect(await read()).toEqual(before);
});
