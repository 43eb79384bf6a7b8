import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { adminAccount, expect, test } from './fixtures.ts';
import { formData, holdRequests, png, uniqueTitle } from './helpers.ts';

test.beforeEach(({ signInAsAdmin }) => signInAsAdmin());

test('an unsaved draft is offered again after a reload, until it is discarded', async ({ page }) => {
  const title = uniqueTitle('Yarım kalan');
  await page.goto('/admin/blog');
  await page.getByLabel('Başlık').fill(title);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:blog:new') ?? '')).toContain(title);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText('Bu formun bu cihazda kaydedilmemiş bir taslağı var.')).toBeVisible();
  await expect(page.getByLabel('Başlık')).toHaveValue('');
  await page.getByRole('button', { name: 'Taslağı getir' }).click();
  await expect(page.getByLabel('Başlık')).toHaveValue(title);
  await page.getByLabel('Başlık').press('Escape');
  const question = page.getByRole('dialog', { name: 'Değişikliklerden vazgeçilsin mi?' });
  await question.getByRole('button', { name: 'Vazgeç' }).click();
  await expect(page.getByText('Kaydedilmemiş değişiklikler var')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Başlık')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Taslağı getir' })).toHaveCount(0);
});

test('a session that ends while a post is typed asks for the password in a dialog, then the post is saved', async ({
  page,
  api,
  adminApi,
}) => {
  const title = uniqueTitle('Oturum');
  await page.goto('/admin/blog');
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await page.getByLabel('Başlık').fill(title);
  await page.getByLabel('Açıklama').first().fill('Uzun uzun yazıldı.');
  await page.getByRole('textbox', { name: 'İçerik' }).click();
  await page.keyboard.type('Bir saatlik metin.');
  await page.getByLabel('Durum').first().selectOption('draft');
  await api('POST /api/logout', { token });
  await page.getByRole('button', { name: 'Blog Ekle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Oturumunuz sona erdi' });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Şifre').fill('yanlis-bir-sifre');
  await dialog.getByRole('button', { name: 'Giriş yap' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Şifre').fill(adminAccount.password);
  await dialog.getByRole('button', { name: 'Giriş yap' }).click();
  await expect(page.getByText('Blog başarıyla eklendi ✅')).toBeVisible();
  const saved = (await adminApi('GET /api/admin/blogs')).find((post) => post.title === title);
  expect(saved).toMatchObject({ status: 'draft', content: '<p>Bir saatlik metin.</p>' });
});

test('a post with unsaved changes asks before it is left, by a link to the same screen too', async ({
  page,
  adminApi,
}) => {
  const title = uniqueTitle('Yarım');
  const body = { title, description: 'Açıklama', content: '', status: 'draft' };
  const { id } = await adminApi('POST /api/blogs/add', { body });
  await page.goto(`/admin/blog?edit=${id}`);
  await expect(page.getByLabel('Başlık')).toHaveValue(title);
  await page.getByLabel('Açıklama').first().fill('Başka bir açıklama');
  await page.getByRole('link', { name: 'Blog', exact: true }).click();
  await page.getByRole('button', { name: 'Sayfada kal' }).click();
  await expect(page.getByLabel('Açıklama').first()).toHaveValue('Başka bir açıklama');
  await page.getByRole('link', { name: 'Blog', exact: true }).click();
  await page.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click();
  await expect(page.getByRole('button', { name: 'Blog Ekle' })).toBeVisible();
  await expect(page.getByLabel('Başlık')).toHaveValue('');
});

test('a scheduled post has its publishing time in Istanbul, not public before', async ({ page, api, adminApi }) => {
  const title = uniqueTitle('Bayram');
  await page.goto('/admin/blog');
  await page.getByLabel('Başlık').fill(title);
  await page.getByLabel('Açıklama').first().fill('Bayram sabahı.');
  await page.getByLabel('Durum').first().selectOption('later');
  await page.getByRole('button', { name: 'Blog Ekle' }).click();
  await expect(page.getByText('Lütfen yayın gününü ve saatini seçin.')).toBeVisible();
  await page.getByLabel('Yayın günü ve saati').fill('2098-03-01T09:30');
  await page.getByRole('button', { name: 'Blog Ekle' }).click();
  await expect(page.getByText('Blog başarıyla eklendi ✅')).toBeVisible();
  await page.getByLabel('Yazılarda ara').fill(title);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('1 Mart 2098, 09.30 yayınlanacak')).toBeVisible();
  const post = (await adminApi('GET /api/admin/blogs')).find((found) => found.title === title);
  expect(post).toMatchObject({ status: 'scheduled', publish_at: '2098-03-01T06:30:00.000Z' });
  expect((await api('GET /api/blogs')).map((row) => row.title)).not.toContain(title);
});

test('a cancelled upload saves nothing and keeps the form as it was', async ({ page, api }) => {
  const title = uniqueTitle('Ağır');
  // Noise does not compress, so that the upload takes long enough to be cancelled.
  const raw = { width: 900, height: 900, channels: 3 } as const;
  const buffer = await sharp(randomBytes(900 * 900 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await page.goto('/admin/gallery');
  await page.getByLabel('Başlık').fill(title);
  await page.getByLabel('Açıklama').fill('Çok büyük bir fotoğraf.');
  await page.getByLabel('Tarih').fill('2031-04-12');
  await page.getByLabel('Kategori').selectOption('Koçluk');
  await page.getByLabel(/^Görseller/).setInputFiles({ name: 'agir.png', mimeType: 'image/png', buffer });
  await expect(page.getByAltText('1. görselin önizlemesi')).toBeVisible();
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  await page.getByRole('button', { name: 'Görselleri Yükle' }).click();
  await page.getByRole('button', { name: 'Yüklemeyi durdur' }).click();
  await expect(page.getByText('Yükleme durduruldu; hiçbir şey kaydedilmedi.')).toBeVisible();
  await expect(page.getByLabel('Başlık')).toHaveValue(title);
  await expect(page.getByAltText('1. görselin önizlemesi')).toBeVisible();
  expect((await api('GET /api/gallery')).map((set) => set.title)).not.toContain(title);
});

test('an admin finds a photo set, edits its texts and reorders its pictures', async ({ page, api, adminApi }) => {
  const title = uniqueTitle('Bahar');
  const body = await formData({ title, description: 'Boya, ip, kâğıt.', date: '2001-04-12', category: 'Atölyeler' });
  for (const [alt, background] of [
    ['kırmızı', '#c4432a'],
    ['sarı', '#f2be4a'],
  ] as const) {
    body.append('image', new File([new Uint8Array(await png(background))], 'gorsel.png'));
    body.append('alt', alt);
  }
  const { id } = await adminApi('POST /api/admin/gallery/add', { body });
  await page.goto('/admin/gallery');
  await page.getByLabel('Görsel setlerinde ara').fill(title.toLocaleUpperCase('tr'));
  await page.getByLabel('Gösterilen setler').selectOption('Koçluk');
  await expect(page.getByText('Aramaya uyan görsel seti bulunamadı.')).toBeVisible();
  await page.getByLabel('Gösterilen setler').selectOption('Atölyeler');
  await page.getByRole('button', { name: `${title}: düzenle` }).press('Enter');
  await expect(page.getByLabel('Başlık')).toHaveValue(title);
  await expect(page.getByRole('heading', { name: 'Görsel setini düzenle' })).toBeFocused();
  await page.locator('.pick__move').last().dragTo(page.locator('.pick__move').first());
  const words = page.getByLabel('2. görselde ne var?');
  await words.fill('kıpkırmızı');
  // The mouse selects words instead of dragging the picture.
  await words.dragTo(words, { sourcePosition: { x: 8, y: 20 }, targetPosition: { x: 60, y: 20 } });
  expect(await words.evaluate((field: HTMLInputElement) => field.selectionStart !== field.selectionEnd)).toBe(true);
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByText('✅ Görsel seti güncellendi.')).toBeVisible();
  const set = (await api('GET /api/gallery')).find((row) => row.id === id);
  expect(set?.gallery_images.map(({ alt }) => alt)).toEqual(['sarı', 'kıpkırmızı']);
});

test('typed addresses become links, and text pasted from Word or Google Docs keeps its structure', async ({ page }) => {
  await page.goto('/admin/blog');
  const editor = page.getByRole('textbox', { name: 'İçerik' });
  await editor.click();
  await page.keyboard.type('Yazın: iletisim@ornek.com, ya da (www.ornek.com/a) bakın.');
  await expect(editor.getByRole('link')).toHaveCount(2);
  await expect(editor.getByRole('link', { name: 'iletisim@ornek.com' })).toHaveAttribute(
    'href',
    'mailto:iletisim@ornek.com',
  );
  await expect(editor.getByRole('link', { name: 'www.ornek.com/a' })).toHaveAttribute(
    'href',
    'https://www.ornek.com/a',
  );
  await page.keyboard.press('Enter');
  await page.keyboard.type('3. sınıflar için www.ornek.com’da ');
  await expect(editor.getByRole('link', { name: 'www.ornek.com', exact: true })).toHaveAttribute(
    'href',
    'https://www.ornek.com',
  );
  await expect(editor.locator('li')).toHaveCount(0);
  await expect(editor).toContainText('3. sınıflar');
  await page.keyboard.press('Enter');
  const paste = (html: string) =>
    editor.evaluate((element, data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', data);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  const entry = (level: number, mark: string, words: string) =>
    `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span\nstyle='font-family:Symbol;mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>${words}<o:p></o:p></p>`;
  await paste(
    `<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><style>p {color:red}</style></head><body>${entry(1, '·', 'nefes')}${entry(2, 'o', 'yavaş')}<p>Sonra:</p>${entry(1, '1.', 'dur')}</body></html>`,
  );
  await expect(editor.locator('li')).toHaveText(['nefes', 'yavaş', 'dur']);
  expect(await editor.locator('li').evaluateAll((items) => items.map((item) => item.dataset.list))).toEqual([
    ...['bullet', 'bullet', 'ordered'],
  ]);
  await expect(editor.locator('li').nth(1)).toHaveClass('ql-indent-1');
  await page.keyboard.press('Enter');
  await paste(
    `${entry(1, '1.', 'Giriş').replaceAll('<p', '<h2').replaceAll('</p>', '</h2>')}<p>ara</p>${entry(1, '2.', 'ikinci')}${entry(2, 'a.', 'alt')}${entry(1, '3.', 'sonraki')}<ol start="4"><li><h3>dördüncü</h3>söz</li></ol><p>son</p>`,
  );
  await expect(editor.locator('h2')).toHaveText('1. Giriş');
  await expect(editor.locator('p', { hasText: /^2. ikinci$/ })).toBeVisible();
  await expect(editor.locator('p', { hasText: /^3. sonraki$/ })).toBeVisible();
  await expect(editor.locator('h3')).toHaveText('4. dördüncü');
  await page.keyboard.press('Enter');
  await page.keyboard.type('tr.wikipedia.org/x, (https://tr.wikipedia.org/wiki/Kaygı_(duygu)) ');
  await expect(editor.getByRole('link', { name: 'Kaygı' })).toHaveText('https://tr.wikipedia.org/wiki/Kaygı_(duygu)');
  await page.keyboard.press('Enter');
  await paste(
    `<ol><li value="6">altıncı</li><li>yedinci</li></ol>${entry(1, '(1)', 'dışarıdan')}<p>ara</p><p><a href="https://ornek.com/y?utm_source=x&amp;id=7&amp;fbclid=a#son">yazı</a></p>`,
  );
  await expect(editor.locator('p', { hasText: /^6. altıncı$/ })).toBeVisible();
  await expect(editor.locator('p', { hasText: /^7. yedinci$/ })).toBeVisible();
  await expect(editor.locator('li', { hasText: 'dışarıdan' })).toHaveAttribute('data-list', 'ordered');
  await expect(editor.getByRole('link', { name: 'yazı' })).toHaveAttribute('href', 'https://ornek.com/y?id=7#son');
  await page.keyboard.press('Enter');
  await paste('<ol><li>bir<ol><li>iç</li></ol></li><li>iki</li></ol><p>Bitti<a href="#_ftn1">[1]</a></p>');
  await expect(editor.getByText('iç', { exact: true })).toHaveCSS('counter-increment', 'item-1 1');
  await expect(editor.getByRole('link', { name: '[1]' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await paste('<span style="white-space: pre-wrap;">İlk satır\nikinci satır</span>');
  await expect(editor.getByText('ikinci satır', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await paste(
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400">ince</span> <span style="font-weight:700">kalın</span></p></b>',
  );
  await expect(editor.locator('strong')).toHaveText('kalın');
  await page.setViewportSize({ width: 390, height: 460 });
  await editor.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 200));
  await page.keyboard.type('\nson');
  const bar = page.locator('.unsaved');
  await expect
    .poll(async () => {
      const cursor = await page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().bottom);
      return (cursor ?? 0) - ((await bar.boundingBox())?.y ?? 0);
    })
    .toBeLessThan(1);
});

test('of two wrong fields the first has the focus and is read out, and each is said to be wrong once', async ({
  page,
}) => {
  await page.goto('/admin/blog');
  const [title, description] = [page.getByLabel('Başlık'), page.getByLabel('Açıklama').first()];
  const readOut = page.locator('.err[role=alert]');
  await description.press('Control+s');
  await expect(title).toBeFocused();
  await expect(readOut).toHaveCount(0);
  await title.fill('Sakin');
  await title.clear();
  await title.press('Enter');
  await expect(readOut).toHaveText('Lütfen başlık girin.');
  await readOut.evaluate(({ parentElement: field }) => {
    new MutationObserver(() => field?.setAttribute('data-read', '')).observe(field as Node, { childList: true });
  });
  await title.press('Enter');
  await expect(page.locator('[data-read]')).toBeVisible();
  await page.keyboard.type('Sakin bir başlık');
  await expect(title).toHaveValue('Sakin bir başlık');
  for (let tries = 0; tries < 2; tries++) {
    await title.focus();
    await page.getByRole('button', { name: 'Blog Ekle' }).click();
    await expect(description).toBeFocused();
  }
  await description.fill('Bir açıklama');
  // The text of a post has no place for a sentence.
  for (const name of ['title', 'content']) {
    const refusal = { code: 'invalid', message: 'Bu çok uzun.', fields: { [name]: 'Bu çok uzun.' } };
    await page.route('**/api/blogs/add', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 });
    await page.keyboard.press('Control+s');
    await expect(page.locator('.err', { hasText: 'Bu çok uzun.' })).toHaveCount(name === 'title' ? 1 : 0);
    await expect(page.locator('.ed .note--err')).toHaveCount(name === 'title' ? 0 : 1);
  }
});

test('Escape in the search field clears the search and keeps the form above it', async ({ page }) => {
  await page.goto('/admin/blog');
  await page.getByLabel('Başlık').fill('Yarım');
  const search = page.getByLabel('Yazılarda ara');
  await search.fill('kaygı');
  await expect(page).toHaveURL(/search=/);
  await search.press('Escape');
  await expect(page).not.toHaveURL(/search=/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('Başlık')).toHaveValue('Yarım');
});

test('the product opened last stays in the form when an earlier response is late', async ({ page, adminApi }) => {
  const [slow, quick] = await adminApi('GET /api/admin/products');
  const held = await holdRequests(page, `**/api/admin/product/${slow?.id}`);
  await page.goto('/admin/manage-products');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  const open = (id = '') =>
    page.evaluate((path) => {
      const link = Object.assign(document.createElement('a'), { href: path });
      document.body.append(link);
      link.click();
    }, `/admin/edit-product/${id}`);
  const asked = page.waitForRequest(`**/api/admin/product/${slow?.id}`);
  await open(slow?.id);
  await asked;
  await open(quick?.id);
  await expect(page.getByLabel('Başlık')).toHaveValue(quick?.title ?? '');
  const late = page.waitForResponse(`**/api/admin/product/${slow?.id}`);
  await held.release();
  await late;
  await expect(page.getByLabel('Başlık')).toHaveValue(quick?.title ?? '');
  await page.getByLabel('Konum').fill('Başka bir yer');
  await expect(page.getByText('Kaydedilmemiş değişiklikler var')).toBeVisible();
});
