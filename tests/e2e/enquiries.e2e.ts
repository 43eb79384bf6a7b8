import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { holdRequests, script, uniqueTitle } from './helpers.ts';

async function openCoaching(page: Page): Promise<Locator> {
  await page.goto('/kocluk#on-gorusme');
  const form = page.locator('form', { has: page.getByLabel('Sınıf') });
  await expect(form.getByRole('button', { name: 'Mesajı gönder' })).toBeEnabled();
  return form;
}

async function fillPerson(form: Locator, message: string): Promise<void> {
  await form.getByLabel('Ad', { exact: true }).fill('Şeyma');
  await form.getByLabel('Soyad').fill('Işık');
  await form.getByLabel('E-posta').fill('seyma.isik@ornek.com');
  await form.getByLabel('Telefon').fill('0 (532) 000-00-00');
  await form.getByLabel('Mesajınız').fill(message);
}

test.describe('the coaching form', () => {
  test('the coaching form names each invalid field, then thanks by name @phone-only', async ({ page, adminApi }) => {
    const form = await openCoaching(page);
    await form.getByRole('button', { name: 'Mesajı gönder' }).click();
    for (const sentence of [
      'Lütfen adınızı girin.',
      'Lütfen soyadınızı girin.',
      'Lütfen e-posta girin.',
      'Lütfen telefon numaranızı girin.',
      'Lütfen sınıfı seçin.',
      'Lütfen görüşme tipini (Online / Yüz yüze) seçin.',
      'Lütfen mesajınızı yazın.',
      'Devam etmek için açık rıza metnini onaylamanız gerekir.',
    ]) {
      await expect(form.getByText(sentence)).toBeVisible();
    }
    await expect(form.getByLabel('Ad', { exact: true })).toBeFocused();
    await expectAccessible(page);
    // The field has the focus already: what is wrong is read as an alert.
    await form.getByLabel('Ad', { exact: true }).press('Enter');
    await expect(form.getByRole('alert')).toHaveText('Lütfen adınızı girin.');

    const message = uniqueTitle('Deneme');
    await fillPerson(form, message);
    await expect(form.getByText('Lütfen adınızı girin.')).toBeHidden();
    await form.getByLabel('Sınıf').selectOption('10');
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Mesajı gönder' }).click();
    await expect(form.getByText('Lütfen görüşme tipini (Online / Yüz yüze) seçin.')).toBeVisible();
    await form.getByText('Yüz yüze', { exact: true }).click();
    await form.getByRole('button', { name: 'Mesajı gönder' }).click();
    await expect(
      page.getByText(/^Teşekkürler Şeyma Işık! “9 ve 10. sınıf: .+” için mesajınız bize ulaştı\./),
    ).toBeVisible();

    const messages = await adminApi(
      'GET /api/consulting-messages?form_type=coaching' as 'GET /api/consulting-messages',
    );
    expect(messages.find((item) => item.message === message)).toMatchObject({
      full_name: 'Şeyma Işık',
      phone_number: '+905320000000',
      selected_service_id: 's9',
      type: 'Yüz yüze',
      is_read: false,
    });
    await page.reload();
    await page.goto('/kocluk#on-gorusme');
    await expect(form.getByRole('button', { name: 'Mesajı gönder' })).toBeEnabled();
    await expect(form.getByLabel('Mesajınız')).toHaveValue('');
  });

  test('the coaching form keeps its fields, but no consent, after a reload, a lost connection or a refusal', async ({
    page,
    context,
  }) => {
    const form = await openCoaching(page);
    const message = uniqueTitle('Deneme');
    await fillPerson(form, message);
    await form.getByLabel('Sınıf').selectOption('YKS');
    await form.getByText('Online', { exact: true }).click();
    await form.getByRole('checkbox').check();
    await page.reload();
    await expect(form.getByLabel('Mesajınız')).toHaveValue(message);
    await expect(form.getByLabel('Online')).toBeChecked();
    await expect(form.getByRole('checkbox')).not.toBeChecked();

    await form.getByRole('checkbox').check();
    await context.setOffline(true);
    const send = form.getByRole('button', { name: 'Mesajı gönder' });
    await send.click();
    await expect(form.getByRole('alert')).toContainText('Bir hata oluştu: Form gönderilemedi.');
    await context.setOffline(false);

    await form.getByLabel('Mesajınız').fill(message.padEnd(5001, '.'));
    await send.click();
    await expect(form.getByText('En fazla 5000 karakter yazabilirsiniz.').first()).toBeVisible();
    await expect(form.getByLabel('Mesajınız')).toBeFocused();
    await form.getByLabel('Mesajınız').fill(message);
    await send.click();
    await expect(page.getByText('Teşekkürler Şeyma Işık!')).toBeVisible();
  });

  test('the coaching form says each time that its script did not come, and tries again', async ({ page }) => {
    await page.route(script('startCoachingForm'), (route) => route.abort());
    await page.goto('/kocluk');
    await page.getByText('LGS: Sınav yılında sakin bir ritim', { exact: true }).click();
    await page.locator('#lgs').getByRole('link', { name: 'Bu program için yazın' }).click();
    const form = page.locator('form', { has: page.getByLabel('Sınıf') });
    await expect(form.getByRole('alert')).toContainText('Form yüklenemedi, bu yüzden henüz gönderilemez.');
    await expectAccessible(page);
    const retry = form.getByRole('button', { name: 'Tekrar dene' });
    await retry.click();
    await expect(form.getByRole('alert')).toContainText('Form yine yüklenemedi.');
    await page.unroute(script('startCoachingForm'));
    await retry.click();
    await expect(form.getByRole('button', { name: 'Mesajı gönder' })).toBeEnabled();
    await expect(form.getByRole('alert')).toBeHidden();
    await expect(page.getByLabel('Sınıf')).toHaveValue('LGS');
    await expect(form.getByText('Program: LGS: Sınav yılında sakin bir ritim')).toBeVisible();
    await form.getByRole('button', { name: 'Mesajı gönder' }).click();
    await expect(form.getByText('Lütfen adınızı girin.')).toBeVisible();
  });

  test('the coaching form keeps what was typed before its script arrived', async ({ page }) => {
    const held = await holdRequests(page, script('startCoachingForm'));
    await page.goto('/kocluk#on-gorusme');
    const form = page.locator('form', { has: page.getByLabel('Sınıf') });
    await form.getByLabel('Mesajınız').fill('Yarım kalan söz');
    await form.getByLabel('Sınıf').selectOption('LGS');
    await form.getByText('Yüz yüze', { exact: true }).click();
    await held.waitUntilHeld();
    await page.reload();
    await expect(form.getByLabel('Mesajınız')).toHaveValue('Yarım kalan söz');
    await expect(form.getByLabel('Yüz yüze')).toBeChecked();
    await page.unroute(script('startCoachingForm'));
    await page.reload();
    await expect(form.getByText(/^Program: LGS/)).toBeVisible();
    await expect(form.getByLabel('Mesajınız')).toHaveValue('Yarım kalan söz');
  });
});

test.describe('the counselling form', () => {
  test('the counselling form opened from a service sends that service', async ({ page, api, adminApi, mailTo }) => {
    await page.goto('/danismanlik');
    const { title: service, description } = (await api('GET /api/consulting'))[1]!;
    await page.getByRole('button', { name: `Detaylı Bilgi (${service})` }).click();
    const details = page.getByRole('dialog', { name: service });
    await expect(details).toContainText(description.split('\n').at(-1) as string);
    await details.getByRole('button', { name: 'İletişime Geç' }).click();
    const dialog = page.getByRole('dialog', { name: 'İletişime Geç' });
    await expect(dialog.getByText(`Konu: ${service}`)).toBeVisible();
    await expectAccessible(page);

    const message = uniqueTitle('Deneme');
    await fillPerson(dialog, message);
    await dialog.getByLabel('E-posta').fill('seyma.isik@');
    await dialog.getByRole('button', { name: 'Mesajı gönder' }).click();
    await expect(dialog.getByText('Lütfen geçerli bir e-posta adresi girin.')).toBeVisible();
    await expect(dialog.getByText('Devam etmek için açık rıza metnini onaylamanız gerekir.')).toBeVisible();
    await dialog.getByLabel('E-posta').fill('seyma.isik@ornek.com');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Mesajı gönder' }).click();
    await expect(
      dialog.getByText(
        `Mesajınız gönderildi! Teşekkürler Şeyma Işık; “${service}” konusunda en kısa sürede size döneceğiz.`,
      ),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Kapat', exact: true }).last().click();
    await expect(dialog).toBeHidden();

    const messages = await adminApi('GET /api/consulting-messages');
    expect(messages.find((item) => item.message === message)).toMatchObject({
      selected_service_name: service,
      type: null,
    });
    const notice = await mailTo('iletisim@ornek.com', /Yeni bir mesajınız var/);
    expect(`${notice.text}${notice.html}`).not.toMatch(/Şeyma|Işık|seyma|Deneme/);
  });

  test('the counselling form keeps its fields when it is closed, and opens the privacy notice in another tab', async ({
    page,
    context,
  }) => {
    await page.goto('/danismanlik');
    await page.getByRole('button', { name: 'İletişime Geç' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'İletişime Geç' });
    await dialog.getByLabel('Ad', { exact: true }).fill('Şeyma');
    const [notice] = await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('link', { name: 'KVKK aydınlatma metninde' }).click(),
    ]);
    await expect(notice.getByRole('heading', { level: 1 })).toHaveText('KVKK aydınlatma metni');
    await notice.close();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // It was the first control of the page to have the focus.
    await expect(page.getByRole('button', { name: 'İletişime Geç' }).first()).toBeFocused();
    await page.getByRole('button', { name: 'İletişime Geç' }).first().click();
    await expect(dialog.getByLabel('Ad', { exact: true })).toHaveValue('Şeyma');
    await page.reload();
    await page.getByRole('button', { name: 'İletişime Geç' }).first().click();
    await expect(dialog.getByLabel('Ad', { exact: true })).toHaveValue('Şeyma');
  });

  test('the counselling form keeps what was typed before its script arrived, after a reload too', async ({ page }) => {
    const held = await holdRequests(page, script('openContactForm'));
    await page.goto('/danismanlik');
    await page.getByRole('button', { name: 'İletişime Geç' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'İletişime Geç' });
    await dialog.getByLabel('Mesajınız').fill('Yarım kalan söz');
    await held.waitUntilHeld();
    await page.reload();
    await page.getByRole('button', { name: 'İletişime Geç' }).first().click();
    await expect(dialog.getByLabel('Mesajınız')).toHaveValue('Yarım kalan söz');
    await expect(dialog.getByRole('button', { name: 'Mesajı gönder' })).toBeDisabled();
  });
});

test('the script of a form is loaded when the form is about to be visible', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/kocluk', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => script('startCoachingForm').test(url) || /react/.test(url))).toEqual([]);
  await page.getByLabel('Sınıf').scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Mesajı gönder' })).toBeEnabled();
  expect(scripts.filter((url) => script('startCoachingForm').test(url))).toHaveLength(1);
  expect(scripts.filter((url) => /react/.test(url))).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript the form says what it needs and leaks nothing to the address', async ({ page, request }) => {
    await page.goto('/kocluk');
    await expect(page.getByLabel('Mesajınız')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mesajı gönder' })).toBeDisabled();
    // Chromium does not render <noscript> where a test disabled scripts.
    const html = await (await request.get('/kocluk')).text();
    expect(html).toMatch(/<noscript>.+JavaScript açık olmalı\..+mailto:.+<\/noscript>/s);
    expect(html).toMatch(/<form [^>]*method="post"/);
  });
});
