import { enquiry } from '../load/enquiry.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { dragOutside, expectFits, formData, holdRequests, loseAnswer, pngFile, uniqueTitle } from './helpers.ts';

const heic = {
  name: 'IMG_1.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
};

test.beforeEach(({ signInAsAdmin }) => signInAsAdmin());

test('an admin writes a post, previews it as a draft, publishes, edits and deletes it', async ({ page, adminApi }) => {
  const title = uniqueTitle('İpin ucu');
  await page.goto('/admin/blog');
  const editor = page.getByRole('textbox', { name: 'İçerik' });
  await expect(editor).toBeVisible();
  expect(await editor.evaluate((element) => element.parentElement?.parentElement?.clientHeight)).toBe(300);

  await page.getByRole('button', { name: 'Blog Ekle' }).click();
  await expect(page.getByText('Lütfen başlık girin.')).toBeVisible();
  await page.getByLabel('Başlık').fill(title);
  await page.getByLabel('Açıklama').first().fill('Düğüm nereden çözülür?');
  await editor.click();
  const bold = (pressed: boolean) => page.getByRole('button', { name: 'Kalın', pressed });
  await bold(false).click();
  await bold(true).click();
  await expect(bold(false)).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(bold(true)).toBeVisible();
  await page.keyboard.type('Önce kalın');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Madde listesi' }).click();
  await page.keyboard.type('bir madde');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Satır türü' }).selectOption('Başlık');
  await page.keyboard.type('Üst başlık');
  await page.keyboard.press('Enter');
  await page.keyboard.type('### Alt başlık');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Bağlantı ekle' }).click();
  await page.getByLabel('Adres', { exact: true }).fill('adres değil');
  await page.getByRole('button', { name: 'Ekle', exact: true }).and(page.locator('[form=metne-ekle]')).click();
  await expect(page.getByLabel('Adres', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Adres', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor).toBeFocused();
  await page.keyboard.type('Yazı sürer');
  await page.getByRole('button', { name: 'Görsel ekle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Yazının içine görsel' });
  await dialog.getByLabel('Görsel', { exact: true }).setInputFiles(await pngFile());
  await dialog.getByRole('button', { name: 'Ekle' }).click();
  await expect(dialog.getByText('Lütfen görselde ne olduğunu yazın.')).toBeVisible();
  await expect(dialog.getByLabel('Görselde ne var?')).toBeFocused();
  await dialog.getByLabel('Görselde ne var?').fill('Bir yumak');
  await dialog.getByRole('button', { name: 'Ekle' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.type('Sonra');
  await editor.getByAltText('Bir yumak').click();
  await page.getByRole('button', { name: 'Görselin açıklamasını değiştir' }).click();
  await page.getByLabel('Görselde ne var?').fill('Bir kırmızı yumak');
  await page.getByRole('button', { name: 'Değiştir', exact: true }).click();
  await page.getByLabel('Durum').first().selectOption('draft');
  await page.getByLabel(/Yazının görseli/).setInputFiles(await pngFile());
  await expect(page.getByAltText('Seçilen görselin önizlemesi')).toBeVisible();
  await page.getByText('Kesilince görünen yer').click();
  await page.getByRole('button', { name: /^Görsel, kesilince görünen yer/ }).press('ArrowUp');
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Blog başarıyla eklendi ✅')).toBeVisible();

  const [draft] = (await adminApi('GET /api/admin/blogs')).filter((post) => post.title === title);
  expect(draft?.content.replace(/src="[^"]+"/, 'src')).toBe(
    '<p><strong>Önce kalın</strong></p><ul><li>bir madde</li></ul><h2>Üst başlık</h2><h3>Alt başlık</h3><p>Yazı sürer</p>' +
      '<p><img src alt="Bir kırmızı yumak" /></p><p>Sonra</p>',
  );
  expect(draft?.image_url).toMatch(/#50,40$/);
  const preview = await page.context().newPage();
  await preview.goto(`/onizleme?token=${draft?.preview_token}`);
  await expect(preview.getByRole('heading', { name: title })).toBeVisible();
  await expect(preview.getByText(/henüz yayında değil/)).toBeVisible();
  await expect(preview.getByAltText('Bir kırmızı yumak')).toHaveJSProperty('complete', true);
  await preview.goto('/onizleme?token=eksik');
  await expect(preview.getByRole('heading', { name: 'Bu önizleme bağlantısı geçerli değil' })).toBeVisible();
  await expectAccessible(preview);
  await expect(preview.getByRole('main').getByRole('link', { name: 'Bloga göz atın' })).toBeVisible();
  await preview.close();

  await page.getByRole('button', { name: `${title}: düzenle` }).click();
  await expect(page.getByLabel('Başlık')).toHaveValue(title);
  await expect(page).toHaveURL(/edit=/);
  await page.getByLabel('Durum').first().selectOption('now');
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByText('Blog başarıyla güncellendi ✅')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Blog Ekle' })).toBeVisible();

  await page.getByRole('button', { name: `${title}: sil` }).click();
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await expect(page.getByText('Blog başarıyla silindi 🗑️')).toBeVisible();
  await expect(page.getByRole('button', { name: `${title}: sil` })).toHaveCount(0);

  await page.getByRole('button', { name: 'Geri al' }).press('Enter');
  await expect(page.getByText('Geri getirildi.')).toBeVisible();
  await expect(page.locator(':focus')).toHaveAccessibleName(/: sil$/);
  await page.getByRole('button', { name: `${title}: sil` }).click();
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await expect(page.getByRole('button', { name: `${title}: sil` })).toHaveCount(0);
  await page.goto('/admin/trash');
  await expectAccessible(page);
  let restores = 0;
  page.on('request', (request) => {
    restores += Number(/\/restore$/.test(request.url()));
  });
  await page.getByRole('button', { name: `Geri getir: ${title}` }).dblclick();
  await expect(page.getByText('Çöp kutusu boş.')).toBeVisible();
  expect(restores).toBe(1);
  await page.goto(`/blog/${draft?.slug}`);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
});

test('of two admins who edit one post, the second sees both and chooses a version', async ({ page, adminApi }) => {
  const title = uniqueTitle('İki kişi');
  const words = { title, description: 'Açıklama', content: '<p>Eski</p>', status: 'draft' };
  const post = await adminApi('POST /api/blogs/add', { body: words });
  await page.goto(`/admin/blog?edit=${post.id}`);
  await expect(page.getByLabel('Başlık')).toHaveValue(title);
  await adminApi('PUT /api/blogs/:id', { params: { id: post.id }, body: { ...words, description: 'Onunki' } });
  await page.getByLabel('Açıklama').first().fill('Benimki');
  await page.getByLabel('Başlık').fill('Muvaffakiyet'.repeat(9));
  await page.getByRole('button', { name: 'Güncelle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Aynı anda iki kişi düzenledi' });
  await expect(dialog.getByText('Muvaffakiyet')).toBeVisible();
  expect(await dialog.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true);
  await expect(dialog.getByText('Onunki')).toBeVisible();
  await expect(dialog.getByText('Benimki', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Düzenlemeye dön' }).click();
  await expect(page.getByLabel('Açıklama').first()).toHaveValue('Benimki');
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await dialog.getByRole('button', { name: 'Benimkini kaydet' }).click();
  await expect(page.getByText('Blog başarıyla güncellendi ✅')).toBeVisible();
  await page.goto(`/admin/blog?edit=${post.id}`);
  await page.getByRole('button', { name: 'Önceki sürümler' }).click();
  const versions = page.getByRole('dialog', { name: 'Önceki sürümler' });
  await versions.getByRole('listitem').first().getByRole('button').click();
  await expect(versions.getByText('Onunki')).toBeVisible();
  await versions.getByRole('button', { name: 'Bu sürüme dön' }).click();
  await expect(page.getByLabel('Açıklama').first()).toHaveValue('Onunki');
  await adminApi('PUT /api/blogs/:id', { params: { id: post.id }, body: { ...words, description: 'Yeniden onunki' } });
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await dialog.getByRole('button', { name: 'Kayıtlı olanı aç' }).click();
  await expect(page.getByLabel('Açıklama').first()).toHaveValue('Yeniden onunki');
});

test('an admin uploads a photo set in order, unreadable files are refused, and deletes it', async ({ page, api }) => {
  const title = uniqueTitle('Şenlik');
  await page.goto('/admin/gallery');
  await page.getByRole('button', { name: 'Görselleri Yükle' }).click();
  await expect(page.getByText('❗ Lütfen tüm alanları doldurun ve en fazla 7 görsel seçin.').first()).toBeVisible();
  await page.getByLabel('Başlık').fill(title);
  await page.getByLabel('Açıklama').fill('Boya, ip, kâğıt.');
  await page.getByLabel('Tarih').fill('2031-04-12');
  await page.getByLabel('Kategori').selectOption('Atölyeler');
  await page
    .getByLabel(/^Görseller/)
    .setInputFiles([await pngFile('#f2be4a', 300, 200), heic, await pngFile('#f2be4a', 200, 300)]);
  await expect(page.getByText(/HEIC biçimindeki fotoğraflar açılamıyor/)).toBeVisible();
  await expect(page.getByLabel(/görsel: kesilince görünen yer$/)).toHaveCount(2);
  await page.getByLabel('1. görselde ne var?').fill('Yatay');
  await page.getByLabel('2. görselde ne var?').fill('Dikey');
  await page.getByRole('button', { name: '2. görseli öne al' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Görselleri Yükle' }).click();
  await expect(page.getByText('✅ Görseller başarıyla yüklendi.')).toBeVisible();
  await expect(page.getByText(/HEIC/)).toBeHidden();
  const set = (await api('GET /api/gallery')).find((item) => item.title === title);
  expect(set?.gallery_images.map(({ alt }) => alt)).toEqual(['Dikey', 'Yatay']);

  await page.getByRole('button', { name: `${title}: sil` }).click();
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await expect(page.getByText('🗑️ Görsel başarıyla silindi.')).toBeVisible();
});

test('why a list could not be loaded goes after five seconds, the way to try again stays', async ({ page }) => {
  await page.route('**/api/admin/blogs?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.clock.install();
  await page.goto('/admin/blog');
  await expect(page.getByText('Blog listesi alınamadı!')).toBeVisible();
  // The clock stands from then on: what is later would stay.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
  await expect(page.getByText('Blog listesi alınamadı!')).toHaveCount(0);
  await page.unroute('**/api/admin/blogs?**');
  await page.getByRole('button', { name: 'Tekrar dene' }).click();
  await expect(page.getByRole('table', { name: 'Blog yazıları' })).toBeVisible();
});

test('saving waits for pictures that are still being prepared, and loses none', async ({ page, api }) => {
  // A slow device: pictures are prepared once it is told so.
  await page.addInitScript(() => {
    const create = window.createImageBitmap.bind(window) as (file: Blob) => Promise<ImageBitmap>;
    const told = new Promise((resolve) => addEventListener('prepare', resolve, { once: true }));
    window.createImageBitmap = async (file: ImageBitmapSource) => {
      await told;
      return create(file as Blob);
    };
  });
  const prepare = () => page.evaluate(() => dispatchEvent(new Event('prepare')));
  const title = uniqueTitle('Yedi görsel');
  await page.goto('/admin/gallery');
  await page.getByLabel('Başlık').fill(title);
  await page.getByLabel('Açıklama').fill('Hepsi burada.');
  await page.getByLabel('Tarih').fill('2031-04-13');
  await page.getByLabel('Kategori').selectOption('Koçluk');
  const seven = Array.from({ length: 7 }, () => pngFile());
  await page.getByLabel(/^Görseller/).setInputFiles(await Promise.all(seven));
  await page.getByRole('button', { name: 'Görselleri Yükle' }).click();
  await expect(page.getByText('7 görsel hazırlanıyor…')).toBeVisible();
  await prepare();
  await expect(page.getByText('✅ Görseller başarıyla yüklendi.')).toBeVisible();
  const set = (await api('GET /api/gallery')).find((item) => item.title === title);
  expect(set?.gallery_images).toHaveLength(7);

  await page.goto('/admin/blog');
  await page.getByLabel('Başlık').fill(title);
  await page.getByLabel('Açıklama').first().fill('Görseliyle.');
  await page.getByLabel(/Yazının görseli/).setInputFiles(await pngFile());
  await page.getByRole('button', { name: 'Blog Ekle' }).click();
  await prepare();
  await expect(page.getByText('Blog başarıyla eklendi ✅')).toBeVisible();
  const post = (await api('GET /api/blogs')).find((item) => item.title === title);
  expect(post?.image_url).toBeTruthy();
  await expect(page.getByAltText('Seçilen görselin önizlemesi')).toHaveCount(0);
});

test('an admin adds, edits and deletes a service', async ({ page }) => {
  const title = uniqueTitle('Aile buluşması');
  await page.goto('/admin/consulting');
  await page.getByRole('button', { name: 'Ekle', exact: true }).click();
  await expect(page.getByText('Başlık ve açıklama zorunludur.').first()).toBeVisible();
  await expect(page.getByText('Lütfen bir görsel seçin.').first()).toBeVisible();
  await page.getByLabel('Başlık').fill(title);
  await page.getByLabel('Açıklama').fill('Herkes aynı odada.');
  await page.getByLabel('Hizmetin görseli').setInputFiles(await pngFile());
  await page.getByRole('button', { name: 'Ekle', exact: true }).click();
  await expect(page.getByText('Eklendi', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: `${title}: düzenle` }).click();
  await expect(page.getByLabel('Başlık')).toHaveValue(title);
  await page.getByLabel(/^Not/).fill('Evde de olur');
  await page.getByLabel('Hizmetin görseli').setInputFiles(heic);
  await expect(page.getByText(/HEIC/)).toBeVisible();
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByText('Güncellendi', { exact: true })).toBeVisible();
  // What was wrong with a file says nothing of the next service.
  await expect(page.getByText(/HEIC/)).toBeHidden();
  await page.getByRole('button', { name: `${title}: sil` }).click();
  await expect(page.getByRole('heading', { name: 'Silmek istediğinize emin misiniz?' })).toBeVisible();
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await expect(page.getByText('Silindi', { exact: true })).toBeVisible();
});

test('an admin reads and deletes a message, and approves and deletes a comment', async ({ page, api, adminApi }) => {
  const name = uniqueTitle('Ege').replace(' ', '');
  const message = { ...enquiry, form_type: 'coaching', type: 'Online', name };
  await api('POST /api/consulting-create-messages', { body: message });
  await api('POST /api/consulting-create-messages', { body: { ...message, surname: 'Tan', message: 'Arar mısınız?' } });
  await page.goto('/admin/consulting/messages');
  const card = page.getByRole('article', { name: `${name} Işık` });
  const other = page.getByRole('article', { name: `${name} Tan` });
  await expect(card.getByText('Koçluk', { exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: /^Tümü \(\d+ mesaj, \d+ yeni\)$/ })).toBeAttached();
  await page.getByLabel('Form türü').selectOption('coaching');
  await expect(page).toHaveURL(/form_type=coaching/);
  await page.getByLabel('Mesajlarda ara').fill(`${name.toLocaleUpperCase('tr')} yok`);
  await page.getByRole('button', { name: 'Süzgeçleri temizle' }).click();
  await page.getByLabel('Mesajlarda ara').fill(name.toLocaleUpperCase('tr'));
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByLabel('Durum').selectOption('new');
  // A second Enter does the same to the next message.
  await other.getByRole('button', { name: 'Okundu olarak işaretle' }).press('Enter');
  await expect(other).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Okundu olarak işaretle' })).toBeFocused();
  await expect(card.getByRole('link', { name: enquiry.phone_number })).toHaveAttribute('href', 'tel:+905320000000');
  await card.getByLabel('Hazır yanıt').selectOption('Gün önerin');
  await expect(card.getByRole('link', { name: enquiry.email })).toHaveAttribute('href', /body=Merhaba.+Size%20uygun/);
  await card.getByRole('button', { name: 'Okundu olarak işaretle' }).click();
  await expect(page.getByText('Sonuç bulunamadı.')).toBeVisible();
  await page.getByLabel('Durum').selectOption('');
  await expect(card.getByRole('button', { name: 'Okundu ✅' })).toBeDisabled();
  await card.getByText('Özel not ekle').press('Enter');
  await card.getByLabel('Özel not').fill('Salı günü aranacak.');
  const saved = page.waitForResponse(/\/note$/);
  const held = await holdRequests(page, /\/note$/);
  await card.getByRole('button', { name: 'Notu kaydet' }).press('Enter');
  await held.waitUntilHeld();
  await expect(card.getByLabel('Özel not')).toHaveAttribute('readonly');
  await held.release();
  await expect(page.getByText('Not kaydedildi.')).toBeVisible();
  const { id } = (await (await saved).json()) as { id: string };
  await adminApi('PUT /api/consulting-messages/:id/note', { params: { id }, body: { note: 'Annesi aradı.' } });
  await card.getByLabel('Özel not').fill('Çarşamba aranacak.');
  await card.getByRole('button', { name: 'Notu kaydet' }).click();
  await expect(card.getByRole('alert')).toContainText('Bu arada kaydedilen not: “Annesi aradı.”');
  await card.getByRole('button', { name: 'Notu kaydet' }).click();
  await expect(card.getByRole('alert')).toHaveCount(0);
  await expect(card.getByLabel('Özel not')).toHaveValue('Çarşamba aranacak.');
  await loseAnswer(page, /\/note$/);
  await card.getByLabel('Özel not').fill('Perşembe aranacak.');
  await card.getByRole('button', { name: 'Notu kaydet' }).click();
  await expect(page.getByText('Not kaydedilemedi.')).toBeVisible();
  await card.getByRole('button', { name: 'Notu kaydet' }).click();
  await expect(card.getByRole('button', { name: 'Notu kaydet' })).toBeDisabled();
  await expect(card.getByRole('alert')).toHaveCount(0);
  await card.getByRole('button', { name: 'Yanıtlandı' }).press('Enter');
  await expect(card.getByRole('button', { name: 'Yanıtlandı', pressed: true })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: `${name} Işık: mesajı sil` }).click();
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await expect(card).toHaveCount(0);

  const [blog] = await api('GET /api/blogs');
  const body = { blog_id: blog?.id, name_surname: name, description: 'Elinize sağlık.', elapsed: 20_000 };
  for (const description of [body.description, 'İlk okuyuşta anladım.', 'Kızıma da okudum.'])
    await api('POST /api/comments/create', { body: { ...body, description } });
  await page.goto(`/admin/manage-comments?status=pending&search=${name}`);
  const approve = page.getByRole('button', { name: `${name}: onayla` });
  await expect(page.getByRole('button', { name: `${name}: onayla, “Kızıma da okudum.”` })).toHaveCount(1);
  await approve.first().click();
  await expect(page.getByText('Yorum onaylandı.')).toBeVisible();
  await expect(approve).toHaveCount(2);
  await expect(approve.first()).toBeFocused();
  await page.getByRole('button', { name: 'Bu sayfadaki 2 yorumu onayla' }).click();
  await expect(page.getByText('Bu sayfadaki 2 yorumu onayla')).toBeVisible();
  await page.getByRole('button', { name: 'Hepsini onayla' }).click();
  await expect(page.getByText('2 yorum onaylandı.')).toBeVisible();
  const written = await adminApi(`GET /api/admin/comments/all?search=${name}` as 'GET /api/admin/comments/all');
  for (const { id, description } of written)
    if (description !== body.description) await adminApi('DELETE /api/admin/comments/:id', { params: { id } });
  await page.getByLabel('Durum').selectOption('approved');
  await page.getByLabel('Yorumlarda ara').fill(name.toUpperCase());
  await expect(page.getByRole('button', { name: /: sil, / })).toHaveCount(1);
  await expectAccessible(page);
  // Left by the browser's buttons, neither a dialog nor a question waits for whoever comes back.
  await page.getByRole('link', { name: 'Galeri' }).click();
  await page.goBack();
  for (const press of ['yanıtla', 'sil']) {
    await page.getByRole('button', { name: `${name}: ${press}` }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Yeni görsel seti' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('button', { name: `${name}: ${press}` })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('button', { name: `${name}: yanıtla` }).click();
  await page.getByRole('button', { name: 'Teşekkür', exact: true }).click();
  await expect(page.getByLabel('Yanıtınız')).toHaveValue(`Merhaba ${name}, güzel sözleriniz için teşekkür ederiz.`);
  const answer = page.getByRole('dialog', { name: 'Yoruma yanıt' });
  await page.getByLabel('Yanıtınız').fill('');
  await answer.getByRole('button', { name: 'Yanıtla' }).click();
  await expect(page.getByLabel('Yanıtınız')).toBeFocused();
  await page.getByLabel('Yanıtınız').fill('Biz de teşekkür ederiz.');
  await dragOutside(page, page.getByLabel('Yanıtınız'));
  await expect(page.getByLabel('Yanıtınız')).toHaveValue('Biz de teşekkür ederiz.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Düzenlemeye dön' }).click();
  await expect(page.getByLabel('Yanıtınız')).toHaveValue('Biz de teşekkür ederiz.');
  await page.mouse.click(4, 4);
  await page
    .getByRole('dialog', { name: /vazgeçilsin mi/ })
    .getByRole('button', { name: 'Vazgeç' })
    .click();
  await expect(answer).toBeHidden();
  await page.getByRole('button', { name: `${name}: yanıtla` }).click();
  await page.keyboard.press('Escape');
  await expect(answer).toBeHidden();
  await page.getByRole('button', { name: `${name}: yanıtla` }).click();
  await page.getByLabel('Yanıtınız').fill('Biz de teşekkür ederiz.');
  await answer.getByRole('group', { name: 'Hazır yanıtlar' }).getByRole('button').first().click();
  await page
    .getByRole('dialog', { name: 'Yazdığınız yanıtın yerine geçsin mi?' })
    .getByRole('button', { name: 'Vazgeç' })
    .click();
  await expect(page.getByLabel('Yanıtınız')).toHaveValue('Biz de teşekkür ederiz.');
  const [asked] = await adminApi(`GET /api/admin/comments/all?search=${name}` as 'GET /api/admin/comments/all');
  const params = { id: asked?.id as string };
  await adminApi('PUT /api/admin/comments/:id/answer', { params, body: { answer: 'Ondan.' } });
  await answer.getByRole('button', { name: 'Yanıtla' }).click();
  await expect(answer.getByText('Bu arada kaydedilen yanıt: “Ondan.”')).toBeVisible();
  await answer.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByText('Yanıtınız yayında.')).toBeVisible();
  const article = await page.context().newPage();
  await article.goto(`/blog/${blog?.slug}#yorumlar`);
  const shown = article.getByRole('listitem').filter({ hasText: name });
  await expect(shown).toContainText(/\d{4}Biz de teşekkür ederiz\./);
  await article.close();
  await page.getByRole('button', { name: `${name}: sil` }).click();
  await expect(page.getByText('Bu yorumu kalıcı olarak silmek istediğinizden emin misiniz?')).toBeVisible();
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await expect(page.getByText('Yorum başarıyla silindi.')).toBeVisible();
  await expect(page.getByText('Gösterilecek yorum bulunmuyor.')).toBeVisible();
});

test('deleting a comment that another admin has just deleted reports success', async ({ page, api, adminApi }) => {
  const name = uniqueTitle('Ece').replace(' ', '');
  const [blog] = await api('GET /api/blogs');
  await api('POST /api/comments/create', {
    body: { blog_id: blog?.id, name_surname: name, description: 'Elinize sağlık.', elapsed: 20_000 },
  });
  await page.goto(`/admin/manage-comments?search=${name}`);
  await page.getByRole('button', { name: `${name}: sil` }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const [row] = await adminApi(`GET /api/admin/comments/all?search=${name}` as 'GET /api/admin/comments/all');
  await adminApi('DELETE /api/admin/comments/:id', { params: { id: row?.id as string } });
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await expect(page.getByText('Yorum başarıyla silindi.')).toBeVisible();
  await expect(page.getByText('Gösterilecek yorum bulunmuyor.')).toBeVisible();
});

test('pasted HTML is cleaned, and a pasted video address becomes a video in a block of its own', async ({ page }) => {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  );
  await page.goto('/admin/blog');
  const editor = page.getByRole('textbox', { name: 'İçerik' });
  await editor.click();
  const paste = (type: string, words: string) =>
    editor.evaluate(
      (element, [kind, data]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData(kind as string, data as string);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [type, words],
    );
  await paste(
    'text/html',
    '<h1 style="color:red">Üst</h1><p>düz <span style="font-weight:700;color:#f00">kalın</span><img src="https://x.test/x.png" onerror="alert(1)"></p><script>alert(1)</script>',
  );
  await paste('text/plain', 'https://youtu.be/inpok4MKVLM');
  await page.keyboard.type('sonra');
  await expect(editor.locator('h2')).toHaveText('Üst');
  await expect(editor.locator('strong')).toHaveText('kalın');
  await expect(editor.locator('img')).toHaveCount(0);
  await expect(editor.locator('iframe + p')).toHaveText('sonra');
  await expect(editor).not.toContainText('alert');
  await expect(page.getByText('Yapıştırdığınız metindeki 1 görsel alınamadı.')).toBeVisible();
  await editor.press('Control+a');
  const stored = `/media/${'0'.repeat(32)}_640x400.webp`;
  const own = new URL(stored, page.url()).href;
  await paste(
    'text/html',
    `<p><img src="${own}" alt="Yumak"></p><p>Tamam<img src="https://x.test/1f44d.png" alt="👍"></p><table><tr><th>Sınav</th><th>Gün</th></tr></table><p>Bitti</p>`,
  );
  await expect(editor.getByAltText('Yumak')).toHaveAttribute('src', stored);
  await expect(editor.locator('p')).toHaveText(['', 'Tamam👍', 'Sınav', 'Gün', 'Bitti']);
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
});

test('a photo that a text cannot hold is refused with the reason as soon as it is pasted', async ({ page }) => {
  await page.goto('/admin/blog');
  await page.getByRole('textbox', { name: 'İçerik' }).evaluate(
    (element, bytes) => {
      const clipboardData = new DataTransfer();
      for (const name of ['IMG_1.HEIC', 'IMG_2.HEIC']) clipboardData.items.add(new File([new Uint8Array(bytes)], name));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [...heic.buffer],
  );
  const dialog = page.getByRole('dialog', { name: 'Yazının içine görsel' });
  await expect(dialog.getByText(/HEIC biçimindeki fotoğraflar açılamıyor/)).toBeVisible();
  await expect(page.getByText('Görseller birer birer eklenir; öbür 1 görsel alınmadı.')).toBeVisible();
  await dialog.getByLabel('Görsel', { exact: true }).setInputFiles(await pngFile());
  await expect(dialog.getByAltText('Seçilen görselin önizlemesi')).toBeVisible();
  await expect(dialog.getByText(/HEIC/)).toBeHidden();
  await dialog.getByRole('button', { name: 'Vazgeç' }).click();
  await page.getByRole('textbox', { name: 'İçerik' }).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-1.7'], 'brosur.pdf', { type: 'application/pdf' }));
    const { left, top } = element.getBoundingClientRect();
    const at = { clientX: left + 20, clientY: top + 20 };
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, ...at, bubbles: true, cancelable: true }));
  });
  await expect(dialog.getByText('Bu dosya kullanılamaz. JPEG, PNG, WebP ya da AVIF')).toBeVisible();
});

test('an admin writes a ready answer, moves it up and deletes it', async ({ page, adminApi }) => {
  const { enquiries } = await adminApi('GET /api/admin/answer-templates');
  const titles = async () => (await adminApi('GET /api/admin/answer-templates')).enquiries.map(({ title }) => title);
  await page.goto('/admin/answer-templates');
  const list = page.locator('.panel').filter({ hasText: 'Gelen mesajlara yanıt' });
  const add = list.getByRole('button', { name: 'Hazır yanıt ekle' });
  await add.press('Control+s');
  await expect(add).toBeFocused();
  await add.click();
  await page.getByRole('button', { name: 'Kaydet' }).click();
  await expect(list.getByText('Lütfen kısa bir ad yazın.')).toBeVisible();
  const title = list.getByRole('group', { name: `${enquiries.length + 1}. yanıt` }).getByLabel('Adı');
  await expect(title).toBeFocused();
  await title.fill('Dolu');
  await list.getByLabel('Metin').last().fill('Merhaba {ad}, şu an yerimiz yok.');
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Dolu: yukarı taşı' }).press('Enter');
  await expect(list.getByRole('button', { name: 'Dolu: yukarı taşı' })).toBeFocused();
  const down = list.getByRole('button', { name: `${enquiries[0]?.title}: aşağı taşı` });
  await down.press('Enter');
  await expect(down).toBeFocused();
  await list.getByRole('button', { name: `${enquiries[0]?.title}: yukarı taşı` }).press('Enter');
  await list.getByRole('button', { name: 'Dolu: yukarı taşı' }).press('Control+s');
  await expect(page.getByText('Hazır yanıtlar kaydedildi.')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Dolu: yukarı taşı' })).toBeFocused();
  const before = enquiries.map((template) => template.title);
  expect(await titles()).toEqual(before.toSpliced(-1, 0, 'Dolu'));
  await list.getByRole('button', { name: 'Dolu: sil' }).click();
  await page.getByRole('button', { name: 'Kaydet' }).click();
  await expect.poll(titles).toEqual(before);
});

test('words without a blank stay within lists and messages', async ({ page, api, adminApi }) => {
  const word = 'muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine'.repeat(2);
  // The newest of the gallery, so that its first page has it.
  const words = { title: word, description: word.repeat(6), note: word, date: '2031-01-10', category: 'Koçluk' };
  const post = await adminApi('POST /api/blogs/add', { body: await formData(words) });
  await adminApi('POST /api/admin/gallery/add', { body: await formData(words, 'image') });
  await adminApi('POST /api/consulting', { body: await formData(words, 'image') });
  await api('POST /api/comments/create', { body: { blog_id: post.id, name_surname: 'Ege', description: 'Merhaba' } });
  await api('POST /api/consulting-create-messages', { body: { ...enquiry, selected_service_name: word } });
  for (const path of ['/admin/blog', '/admin/gallery', '/admin/consulting', '/admin/manage-comments']) {
    await page.goto(path);
    await expect(page.getByRole('row').getByText(word.slice(0, 40)).first()).toBeVisible();
    await expectFits(page);
  }
  // A table stays in its panel where it has just enough room not to be cards.
  await page.goto('/admin');
  const next = page.getByRole('table', { name: 'Yaklaşan atölyeler' });
  await expect(next.getByRole('row').nth(1)).toBeVisible();
  for (const width of [768, 1040]) {
    await page.setViewportSize({ width, height: 800 });
    const panel = page.locator('.panel', { has: next });
    const over = () =>
      panel.evaluate(
        (box) => (box.querySelector('table')?.getBoundingClientRect().right ?? 0) - box.getBoundingClientRect().right,
      );
    await expect.poll(over).toBeLessThanOrEqual(-16);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/consulting/messages');
  const about = page.getByRole('listitem').locator('.pill').getByText(word);
  await expect(about).toBeVisible();
  expect((await about.boundingBox())?.width).toBeLessThan(390);
});
