import type { Locator, Page } from '@playwright/test';
import { formatDate } from '../../src/shared/format.ts';
import { addDays, dayInIstanbul } from '../../src/shared/time.ts';
import { adminAccount, test as base, expect, expectAccessible } from './fixtures.ts';
import { downloadFile, expectFits, loseAnswer } from './helpers.ts';

/** Sells one seat; answers the code. */
const test = base.extend<{ buy: () => Promise<string> }>({
  buy: async ({ addProduct, sell }, use) => {
    await use(async () => (await sell(['İpek Yılmaz'], await addProduct())).code);
  },
});

const rowOf = (page: Page, code: string) =>
  page.getByRole('table', { name: 'Bütün ödemeler' }).getByRole('row').filter({ hasText: code });

test('a payment is recorded with two presses, voided, paid back, and listed for the accountant', async ({
  page,
  adminApi,
  signInAsAdmin,
  buy,
}) => {
  const code = await buy();
  await signInAsAdmin(`/admin/payments?search=${code}`);
  await expect(rowOf(page, code)).toContainText('650,00 ₺');
  await expectAccessible(page);
  await rowOf(page, code)
    .getByRole('button', { name: /^Ödendi/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Tutar')).toHaveValue('650');
  await expectAccessible(page);
  await dialog.getByLabel('Tutar').fill('1.2');
  await expect(dialog.getByText('1,20 ₺ · bir lira yirmi kuruş')).toBeVisible();
  await dialog.getByLabel('Tutar').fill('abc');
  await dialog.getByRole('button', { name: 'Kaydet' }).click();
  await expect(dialog.getByLabel('Tutar')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Düzenlemeye dön' }).click();
  await expect(dialog.getByLabel('Tutar')).toHaveValue('abc');
  await dialog.getByLabel('Tutar').fill('650,00');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, code).locator('.pill--ok')).toHaveText('Ödendi');
  await expect(page.getByRole('region', { name: 'Bugün kaydedilenler' })).toContainText(code);
  const opener = rowOf(page, code).getByRole('button', { name: /^Ayrıntılar/ });
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await expect(dialog.getByText(`${code} · `)).toBeFocused();
  await expect(dialog.getByRole('region', { name: 'Gelen ödemeler' })).toContainText(
    `${formatDate(dayInIstanbul(new Date()))}, Havale`,
  );
  await dialog.getByLabel('Neden').fill('Katılamıyor');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Düzenlemeye dön' }).click();
  await expect(dialog.getByLabel('Neden')).toHaveValue('Katılamıyor');
  await dialog.getByLabel('Geri ödenecek tutar').fill('100');
  await dialog.getByRole('button', { name: 'Geri ödeme görevi aç' }).click();
  const tasks = page.getByRole('region', { name: 'Geri ödenecekler' });
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  const task = tasks.getByRole('listitem').filter({ hasText: code });
  await expect(task).toContainText('14 gün kaldı');
  await task.getByRole('button', { name: /^Gönderdim/ }).click();
  await expect(task).toContainText('gönderildi');
  // The second press of a double click meant 'Gönderdim', too.
  const changes: (string | null)[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.postData()));
  await task.getByRole('button', { name: /^Hesaba geçti/ }).dispatchEvent('click', { detail: 2 });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(changes).toEqual([]);
  await task.getByRole('button', { name: /^Hesaba geçti/ }).click();
  await expect(task).toHaveCount(0);
  await expect(tasks.getByRole('heading')).toBeFocused();

  const list = page.getByRole('region', { name: 'Muhasebe listesi' });
  const { name } = await downloadFile(list.getByRole('button', { name: 'CSV indir' }));
  expect(name).toMatch(/^muhasebe-.*\.csv$/);
  // The days stay beside each other above what is wrong with them.
  await list.getByLabel('Başlangıç').fill('2199-01-01');
  await expect(list.getByText('Bitiş günü başlangıçtan önce olamaz.')).toBeVisible();
  const topOf = async (label: string) => (await list.getByLabel(label).boundingBox())?.y ?? 0;
  await expect.poll(async () => (await topOf('Başlangıç')) - (await topOf('Bitiş'))).toBe(0);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  // The tables become cards first.
  await expectFits(page);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByLabel('Durum').selectOption('open');
  await expect(page).toHaveURL(/state=open/);
  await expect(page.getByText('Sonuç bulunamadı.')).toBeVisible();

  // The row that needs most room: late, to be paid, with several payments.
  const params = { code: await buy() };
  const part = { amount: 100, received_on: dayInIstanbul(new Date()), method: 'manual' };
  for (const body of [part, part]) await adminApi('POST /api/admin/checkouts/:code/payments', { params, body });
  await adminApi('PATCH /api/admin/checkouts/:code', { params, body: { due_at: '2024-11-24T20:59:59Z' } });
  await page.goto(`/admin/payments?search=${params.code}`);
  await expect(rowOf(page, params.code)).toContainText('ve 1 ödeme daha');
  const table = page.getByRole('table', { name: 'Bütün ödemeler' });
  const widthOf = (part: Locator) => part.evaluate(({ clientWidth }) => clientWidth);
  await expect.poll(() => widthOf(table.getByRole('cell').first())).toBeGreaterThan(240);
  await expect.poll(async () => (await widthOf(table.locator('..'))) - (await widthOf(table))).toBeGreaterThan(0);
});

test('another dialog and Back ask before what is typed in a dialog of payments is lost', async ({
  page,
  adminApi,
  signInAsAdmin,
  buy,
}) => {
  const code = await buy();
  const body = { amount: 650, received_on: dayInIstanbul(new Date()), method: 'manual' };
  await adminApi('POST /api/admin/checkouts/:code/payments', { params: { code }, body });
  await signInAsAdmin('/admin');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Ödemeler/ })
    .click();
  await rowOf(page, code)
    .getByRole('button', { name: /^Ayrıntılar/ })
    .click();
  const reason = page.getByRole('dialog').getByLabel('Neden');
  await reason.fill('Katılamıyor');
  await page.getByRole('dialog').getByRole('button', { name: 'Ödeme kaydet' }).click();
  await page.getByRole('button', { name: 'Düzenlemeye dön' }).click();
  await page.goBack();
  await page.getByRole('button', { name: 'Sayfada kal' }).click();
  await expect(reason).toHaveValue('Katılamıyor');
  await page.getByLabel('Geri ödenecek tutar').fill('100');
  await page.getByRole('button', { name: 'Geri ödeme görevi aç' }).click();
  // What was sent is asked about no more.
  await expect(reason).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);
});

test('money that comes late is recorded in every state: seats taken again, or a task to pay it back', async ({
  page,
  adminApi,
  signInAsAdmin,
  addProduct,
  sell,
  mailTo,
}) => {
  const product = await addProduct({ stock: '2' });
  const { code, buyer } = await sell(['İpek Yılmaz', 'Ada Su'], product);
  const release = () => adminApi('POST /api/admin/checkouts/:code/release', { params: { code } });
  await release();
  await signInAsAdmin(`/admin/payments?search=${code}`);
  const opener = rowOf(page, code).getByRole('button', { name: /^Ayrıntılar/ });
  const dialog = page.getByRole('dialog');
  const record = async (amount: string, words: string) => {
    await opener.click();
    await dialog.getByRole('button', { name: 'Ödeme kaydet' }).click();
    await expect(dialog.getByLabel('Tutar')).toBeFocused();
    await expect(dialog.getByLabel('Tutar')).toHaveValue(amount);
    await expect(dialog).toContainText(words);
    await dialog.getByLabel('Tutar').fill('1300');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  };
  await opener.click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await record('1.300', 'Yer kaldıysa yeniden ayrılır');
  await expect(page.locator('#toasts')).toContainText('yeri yeniden ayrıldı');
  await expect(rowOf(page, code).locator('.pill--ok')).toHaveText('Ödendi');
  expect((await mailTo(buyer.email, /Ödemeniz alındı/)).text).toContain('yeniden sizin');

  // Paid already: more money is taken, and shows.
  await record('', 'fazla ödeme olarak görünür');
  await expect(rowOf(page, code)).toContainText('1.300,00 ₺ fazla');
  await opener.click();
  await expect(dialog.getByLabel('Geri ödenecek tutar')).toHaveValue('1.300');
  await page.keyboard.press('Escape');

  // The seats went to somebody else meanwhile.
  const late = await sell(['Zeynep Su'], await addProduct({ stock: '1' }));
  await adminApi('POST /api/admin/checkouts/:code/release', { params: { code: late.code } });
  await sell(['Ada Su'], late.product);
  await page.goto(`/admin/payments?search=${late.code}`);
  const row = rowOf(page, late.code);
  await row.getByRole('button', { name: /^Ayrıntılar/ }).click();
  await dialog.getByRole('button', { name: 'Ödeme kaydet' }).click();
  await expect(dialog.getByLabel('Tutar')).toHaveValue('650');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Kaydet' }).click();
  await expect(page.locator('#toasts')).toContainText('yer kalmadığından geri ödeme görevi açıldı');
  await expect(row).toContainText('Yeri boşaltıldı');
  const tasks = page.getByRole('region', { name: 'Geri ödenecekler' });
  await expect(tasks.getByRole('listitem').filter({ hasText: late.code })).toContainText('Ödeme geldi, yer kalmadı');
});

test('a refund whose answer was lost is asked for once, and what was typed stays', async ({
  page,
  adminApi,
  signInAsAdmin,
  buy,
}) => {
  const params = { code: await buy() };
  const payment = { amount: 650, received_on: dayInIstanbul(new Date()) };
  await adminApi('POST /api/admin/checkouts/:code/payments', { params, body: payment });
  await signInAsAdmin(`/admin/payments?search=${params.code}`);
  await rowOf(page, params.code)
    .getByRole('button', { name: /^Ayrıntılar/ })
    .click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabel('Geri ödenecek tutar');
  const ask = dialog.getByRole('button', { name: 'Geri ödeme görevi aç' });
  const refunds = '**/api/admin/checkouts/*/refunds';
  const tasks = page.getByRole('region', { name: 'Geri ödenecekler' }).getByRole('listitem');
  const ofCode = tasks.filter({ hasText: params.code });
  await dialog.getByLabel('Neden').fill('Katılamıyor');
  await amount.fill('100');
  await loseAnswer(page, refunds);
  await ask.click();
  await expect(dialog.getByRole('alert')).toContainText('Geri ödeme görevi açılamadı.');
  // The list behind knows better.
  await expect(ofCode).toHaveCount(1);
  await expect(amount).toHaveValue('100');
  await ask.click();
  await expect(page.locator('#toasts')).toContainText('100 ₺ için geri ödeme görevi açıldı.');
  await expect(amount).toHaveValue('550');
  await expect(dialog).toContainText('100 ₺ geri ödenecek');
  await expect(ofCode).toHaveCount(1);

  // Another sum after a lost answer: the first one is named before a second one is made.
  await dialog.getByLabel('Neden').fill('Katılamıyor');
  await amount.fill('50');
  await loseAnswer(page, refunds);
  await ask.click();
  await expect(dialog.getByRole('alert')).toContainText('açılamadı.');
  await amount.fill('60');
  await ask.click();
  await expect(dialog.getByRole('alert')).toContainText('Önceki denemenizdeki geri ödeme görevi açıldı.');
  await expect(ofCode).toHaveCount(2);
  await ask.click();
  await expect(ofCode).toHaveCount(3);
});

test('a due date is moved, and seats are released after a question', async ({ page, signInAsAdmin, buy }) => {
  const code = await buy();
  await signInAsAdmin(`/admin/payments?search=${code}`);
  await rowOf(page, code)
    .getByRole('button', { name: /^Ayrıntılar/ })
    .click();
  const details = page.getByRole('dialog').filter({ hasText: code });
  await details.getByLabel('Son ödeme günü').fill(addDays(dayInIstanbul(new Date()), 1));
  await details.getByRole('button', { name: 'Günü değiştir' }).click();
  await expect(rowOf(page, code)).toContainText('yarın');
  // A day that is over gives the seats away: it is asked about first.
  await details.getByLabel('Son ödeme günü').fill(addDays(dayInIstanbul(new Date()), -9));
  await details.getByRole('button', { name: 'Günü değiştir' }).click();
  const warning = page.getByRole('dialog').filter({ hasText: 'geçti. Son ödeme günü bu olsun mu?' });
  // Told over the question, it can be pressed and is read out in the dialog that stays.
  await expect(warning).toBeVisible();
  const told = { text: 'Bağlantı koptu.', tone: 'err' } as const;
  await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('toast', { detail })), told);
  await expect(warning.getByRole('alert')).toHaveText(told.text);
  await warning.getByRole('button', { name: 'Vazgeç' }).click();
  await expect(warning).toBeHidden();
  const moved = details.getByRole('alert').filter({ hasText: told.text });
  await expect(moved).toBeVisible();
  await moved.getByRole('button', { name: 'Bildirimi kapat' }).click();
  await expect(rowOf(page, code)).toContainText('yarın');
  await details.getByRole('button', { name: 'Yerleri boşalt' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'ayrılan yerler boşaltılsın mı?' });
  await question.getByRole('button', { name: 'Yerleri boşalt' }).click();
  await expect(details).toContainText('Yeri boşaltıldı');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, code)).toContainText('Yeri boşaltıldı');

  // The longest sum stays on one line, within its tile.
  await page.route('**/api/admin/payments/summary', async (route) => {
    const answer = await route.fetch();
    const summary = await answer.json();
    await route.fulfill({ json: { ...summary, received: { count: 9, amount: 1_234_567.5 } } });
  });
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.reload();
  const sum = page.getByText('1.234.567,50 ₺');
  await expect(sum).toBeVisible();
  const look = () =>
    sum.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const { height, width } = text.getBoundingClientRect();
      const lines = Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight));
      return { lines, isInside: width <= element.clientWidth };
    });
  await expect.poll(look).toEqual({ lines: 1, isInside: true });
});

test('another account needs the password; a wrong IBAN is named, and the change is announced for a day', async ({
  page,
  signInAsAdmin,
}) => {
  await signInAsAdmin('/admin/payments');
  await page.getByRole('link', { name: 'Ödeme ayarları' }).click();
  const iban = page.getByLabel('IBAN');
  await iban.fill('TR33 0006 1x05 1978 6457 8413 26');
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByText('3. grupta (1X05) rakam olmayan bir işaret var.')).toBeVisible();
  await expect(iban).toBeFocused();
  await iban.fill('TR33 0006 1005 1978 6457 8413 26');
  await expect(page.getByText('kontrol rakamları tutuyor')).toBeVisible();
  await page.getByLabel('Tatil günleri').fill('29.10.2026\n31.02.2027');
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByText('“31.02.2027” bir gün değil.')).toBeVisible();
  await page.getByLabel('Tatil günleri').fill('29.10.2026\n23.04.2027');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Güncelle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mevcut şifre', { exact: true }).fill('yanlış');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Mevcut şifreniz hatalı.');
  await dialog.getByLabel('Mevcut şifre', { exact: true }).fill(adminAccount.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Ödemelerin yatacağı hesap değişti')).toBeVisible();
  await page.reload();
  await expect(iban).toHaveValue('TR33 0006 1005 1978 6457 8413 26');
  await expect(page.getByText('Ödemelerin yatacağı hesap değişti')).toBeVisible();
});

test('of a bank statement only what is confirmed leaves the browser', async ({
  page,
  adminApi,
  signInAsAdmin,
  buy,
}) => {
  const [first, second] = [await buy(), await buy()];
  const { checkouts } = await adminApi('GET /api/admin/statement/open');
  const names = checkouts.find(({ code }) => code === second)?.names.join(' ');
  const lines = [
    ['02.11.2026', `Kukla ${first.slice(0, 4)} ${first.slice(4).toLowerCase()}`, '650,00', '1.650,00'],
    ['03.11.2026', 'Danışan Zümrüt Çakıroğlu seans', '1.500,00', '3.150,00'],
    ['04.11.2026', `${names}`, '650,00', '3.800,00'],
    ['04.11.2026', 'Kira', '-2.000,00', '1.800,00'],
  ];
  const csv = ['Tarih;Açıklama;Tutar;Bakiye', ...lines.map((line) => line.join(';'))].join('\r\n');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await signInAsAdmin('/admin/payments');
  const panel = page.getByRole('region', { name: 'Banka ekstresi' });
  const choose = (name: string, text: string) =>
    panel
      .getByRole('button', { name: 'Dosya seç: banka ekstresi' })
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('ekstre.pdf', '%PDF-1.7');
  await expect(panel.getByRole('alert')).toContainText('Bu bir PDF.');
  await choose('ekstre.csv', csv);
  await expect(panel).toContainText('1 kesin');
  await expect(panel.locator('.match--ok')).toContainText(`Deniz Yılmaz650 ₺Kod ve tutar tuttu: ${first}`);
  await expect(panel).toContainText('1 gelen ödeme bizimle ilgili değil');
  await expectAccessible(page);
  const wrong = panel.getByRole('button', { name: /^Bu değil/ });
  for (const code of checkouts.map((each) => each.code).filter((each) => each !== second))
    if (await panel.getByRole('button', { name: `Bu değil: ${code}` }).count()) {
      await panel.getByRole('button', { name: `Bu değil: ${code}` }).click();
      await expect(panel.locator('button:focus')).toHaveText('Bu değil');
    }
  await panel.getByRole('button', { name: `Evet, ${second} için` }).click();
  await expect(wrong).toHaveCount(0);
  await panel.getByRole('button', { name: '2 ödemeyi kaydet' }).click();
  await expect(panel).toContainText('2 ödeme kaydedildi.');
  await expect(panel.getByRole('heading')).toBeFocused();
  expect(sent.some((request) => request.includes('/statement/matches'))).toBe(true);
  expect(sent.filter((request) => /Zümrüt|Çakıroğlu|seans|Kira/i.test(decodeURIComponent(request)))).toEqual([]);

  // Another order of the same name and sum waits for its own money.
  await buy();
  await choose('ekstre-2.csv', csv);
  await expect(panel).toContainText('2 daha önce kaydedilmiş0 kesin0 size soruluyor1 bizimle ilgisiz');
  await choose('fark.csv', `Tarih;Açıklama;Tutar;Bakiye\r\n06.11.2026;${await buy()};600,00;2.400,00`);
  await expect(panel).toContainText('tutar açık tutardan farklı (650 ₺)');
  // Dropped beside the field, a file does not take the place of the page; of several one is read.
  const dropped = await page.evaluateHandle((text) => {
    const files = new DataTransfer();
    for (const name of ['bir.csv', 'iki.csv']) files.items.add(new File([text], name));
    return files;
  }, csv);
  const heading = page.getByRole('heading', { name: 'Muhasebe listesi' });
  await heading.dispatchEvent('dragover', { dataTransfer: dropped });
  await expect(page.locator('.bankfile--over')).toBeVisible();
  await heading.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(panel).toContainText('bir.csv · 4 satır');
  await expect(page.getByText('Dosyalar tek tek okunur: yalnızca bir.csv okundu.')).toBeVisible();
  await choose('eksik.csv', csv.split('\r\n').toSpliced(2, 1).join('\r\n'));
  await expect(panel.getByRole('alert')).toContainText('02.11.2026 ile 04.11.2026 arasında bakiye tutmuyor');
});
