import { test as base, expect, expectAccessible, type Sale } from './fixtures.ts';
import { downloadFile, uniqueTitle } from './helpers.ts';

/** Adds a product with twelve seats and sells two of them. */
const test = base.extend<{ sale: () => Promise<Sale> }>({
  sale: async ({ addProduct, sell }, use) => {
    await use(async () => sell(['Işıl Şen', 'Ada Çelik'], await addProduct({ price: '250', stock: '12' })));
  },
});

test.beforeEach(({ signInAsAdmin }) => signInAsAdmin());

test('an admin finds an order, cancels it, which releases its seats, restores it, and exports it as CSV', async ({
  page,
  adminApi,
  sale,
}) => {
  const { product, code } = await sale();
  const { id, title } = product;
  const seats = async () => (await adminApi('GET /api/admin/product/:id', { params: { id } })).stock;
  await page.goto(`/admin/orders?search=${encodeURIComponent(title.toLocaleUpperCase('tr'))}`);
  const status = page.getByLabel(`${code} kodlu siparişin durumu: ${title}`);
  await expect(status).toHaveValue('reserved');
  await expectAccessible(page);

  // An arrow key opens the choice: it records no payment on the way to another status.
  await status.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(status).toHaveValue('reserved');
  await status.selectOption('cancelled');
  await expect(page.getByText(`${code} kodlu siparişin 2 kontenjanı yeniden satışa açılır.`)).toBeVisible();
  await page.getByRole('button', { name: 'Vazgeç' }).click();
  await expect(status).toHaveValue('reserved');
  expect(await seats()).toBe(10);
  await status.selectOption('cancelled');
  await page.getByRole('button', { name: 'Siparişi iptal et' }).click();
  await expect(page.getByText('kodlu sipariş: İptal edildi.')).toBeVisible();
  expect(await seats()).toBe(12);
  await status.selectOption('paid');
  await expect(page.getByText('kodlu sipariş: Ödendi.')).toBeVisible();
  expect(await seats()).toBe(10);

  const { name, text } = await downloadFile(page.getByRole('button', { name: 'CSV indir' }));
  expect(name).toBe('siparisler.csv');
  const [head, line] = text.split('\r\n');
  expect(head).toMatch(/^\ufeffSipariş kodu;Sipariş zamanı;Atölye;/);
  expect(line).toContain(`${code};`);
  expect(line).toContain('Işıl Şen, Ada Çelik;2;500;Ödendi');
});

test('the participants of a product are listed for printing and exported as CSV', async ({ page, sale }) => {
  const { title, id } = (await sale()).product;
  await page.goto(`/admin/participants/${id}`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('2 / 12 kontenjan satıldı')).toBeVisible();
  await expectAccessible(page);
  const { text } = await downloadFile(page.getByRole('button', { name: 'CSV indir' }));
  const names = text.split('\r\n').slice(1, -1);
  expect(names.map((line) => line.split(';').slice(0, 2).join(' '))).toEqual(['Ada Çelik', 'Işıl Şen']);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Yazdır' })).toBeHidden();
  const rows = page.getByRole('table', { name: /: yoklama$/ }).getByRole('row');
  await expect(rows).toContainText(['Katılımcı', 'Ada Çelik', 'Işıl Şen']);
});

test('buyers get a mail when an admin changes a place and agrees to notify them', async ({ page, sale, mailTo }) => {
  const { product, buyer } = await sale();
  const { id, title } = product;
  await page.goto(`/admin/edit-product/${id}`);
  await page.getByLabel('Konum').fill('Sahil parkı');
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByRole('heading', { name: 'Katılımcılara haber verilsin mi?' })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('alanlar bedelin tamamıyla iptal edebilir');
  await page.getByRole('button', { name: 'E-posta gönder' }).click();
  await expect(page.getByText('1 kişiye e-posta gönderiliyor.')).toBeVisible();
  const mail = await mailTo(buyer.email, /^Atölye bilgileri değişti/);
  expect(mail.subject).toContain(title);
  expect(mail.text).toContain('Sahil parkı');
});

test('a copied product has every field of the original except the day', async ({ page, sale }) => {
  const { title } = (await sale()).product;
  await page.goto(`/admin/manage-products?search=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: `Kopyala: ${title}` }).click();
  await expect(page.getByLabel('Başlık')).toHaveValue(title);
  await expect(page.getByLabel('Fiyat (₺)')).toHaveValue('250');
  await expect(page.getByLabel('Tarih')).toHaveValue('');
  await expect(page.getByAltText('Kayıtlı görsel')).toHaveCount(2);
});

test('an admin adds a category, is refused a duplicate, renames and deletes it', async ({ page }) => {
  const [name, other] = [uniqueTitle('Ebru'), uniqueTitle('Seramik')];
  await page.goto('/admin/add-category');
  await page.getByRole('button', { name: 'Kategori Ekle' }).click();
  await expect(page.getByLabel('Kategori adı')).toBeFocused();
  const add = async () => {
    await page.getByLabel('Kategori adı').fill(name);
    await page.getByRole('button', { name: 'Kategori Ekle' }).click();
  };
  await add();
  await expect(page.getByText('kategorisi eklendi.')).toBeVisible();
  await add();
  await expect(page.getByRole('alert').filter({ hasText: 'kategori' })).toBeVisible();
  await page.getByRole('button', { name: `Düzenle: ${name}` }).click();
  await page.getByLabel('Yeni adı').fill('');
  await page.getByRole('button', { name: 'Güncelle' }).click();
  await expect(page.getByLabel('Yeni adı')).toBeFocused();
  await page.getByLabel('Yeni adı').fill(other);
  await expectAccessible(page);
  await page.getByLabel('Yeni adı').press('Enter');
  await expect(page.getByText('Kategori güncellendi.')).toBeVisible();
  await page.getByRole('button', { name: `Sil: ${other}` }).click();
  await page.getByRole('button', { name: 'Sil', exact: true }).click();
  await expect(page.getByText('Kategori silindi.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Sil: ${other}` })).toHaveCount(0);
});

test('an admin exports the data of a person as a file and erases them', async ({ page, adminApi, sale }) => {
  const { product, buyer } = await sale();
  await page.goto('/admin/people');
  const person = page.getByLabel('E-posta adresi ya da telefon numarası');
  const download = page.getByRole('button', { name: 'Verileri indir' });
  await person.fill('Nazlı');
  await download.click();
  await expect(page.getByText('Lütfen e-posta adresi ya da telefon numarası yazın.')).toBeVisible();
  await person.fill('ayşe@ornek.com');
  await download.click();
  await expect(person).toHaveAccessibleDescription('Lütfen geçerli bir e-posta adresi girin.');
  await expect(person).toBeFocused();
  await person.fill('0534 765 43 21');
  await download.click();
  await expect(page.getByText('Numara doğru yazıldıysa bu numarayla girilmiş sipariş yok.')).toBeVisible();
  await person.fill('kimse@ornek.com');
  await download.click();
  await expect(page.getByText('kimse@ornek.com için kayıtlı veri bulunamadı; dosya indirilmedi.')).toBeVisible();
  await person.fill(buyer.email);
  expect((await downloadFile(download)).text).toContain(buyer.email);
  const erase = page.getByRole('button', { name: 'Kalıcı olarak sil' });
  await erase.click();
  const dialog = page.getByRole('dialog', { name: 'Bu kişinin verileri silinsin mi?' });
  await expect(dialog.getByText(buyer.email)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(erase).toBeFocused();
  await erase.click();
  await expect(dialog.getByText(buyer.email)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Kalıcı olarak sil' }).click();
  await expect(page.getByText(`${buyer.email}: 1 hesap`)).toBeVisible();
  const orders = await adminApi('GET /api/admin/orders');
  expect(orders.find((order) => order.product_id === product.id)).toMatchObject({
    buyer_email: null,
    participants: [],
  });
});

test('an admin enters an order for a caller and writes to everybody with a seat, from the dashboard in one press', async ({
  page,
  adminApi,
  sale,
}) => {
  const { product, buyer } = await sale();
  const { id, title } = product;
  await page.goto(`/admin/participants/${id}`);
  await page.getByRole('button', { name: 'Sipariş gir' }).click();
  await page.getByRole('button', { name: 'Siparişi kaydet' }).click();
  await expect(page.getByLabel('Ad ve soyad')).toBeFocused();
  await expect(page.getByText('Lütfen telefon numarasını girin.')).toBeVisible();
  await page.getByLabel('Ad ve soyad').fill('Ayşe Arayan');
  await page.getByRole('textbox', { name: 'Telefon' }).fill('0532 123 45 67');
  await page.getByRole('textbox', { name: 'Katılımcılar' }).fill('Ada Arayan\nCan Arayan');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Siparişi kaydet' }).click();
  await expect(page.getByRole('cell', { name: 'Can Arayan', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sipariş gir' })).toBeFocused();
  await expect(page.getByRole('link', { name: '0532 123 45 67' }).first()).toBeVisible();
  expect((await adminApi('GET /api/admin/product/:id', { params: { id } })).seats_sold).toBe(4);

  // The caller calls again: a name was misheard, and one of them does not come.
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Adı düzelt: Ada Arayan' }).press('Enter');
  await page.getByLabel('Ad soyad').fill('12345');
  await page.getByLabel('Ad soyad').press('Enter');
  await expect(page.getByText('Lütfen adı ve soyadı girin.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Ad soyad').fill('Eda Arayan');
  await page.getByLabel('Ad soyad').press('Enter');
  await expect(page.getByRole('button', { name: 'Adı düzelt: Eda Arayan' })).toBeFocused();
  await page.getByRole('button', { name: 'Yeri iptal et: Can Arayan' }).press('Enter');
  await expect(dialog.getByText('Geri ödenecek bir tutar yok.')).toBeVisible();
  await expect(dialog.getByText('Alıcının e-postası yok; ona siz haber verin.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Yeri iptal et' }).press('Enter');
  await expect(page.getByRole('cell', { name: 'Can Arayan', exact: true })).toBeHidden();
  expect((await adminApi('GET /api/admin/product/:id', { params: { id } })).seats_sold).toBe(3);

  await page.getByRole('button', { name: 'Atölyeyi iptal et' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Ayşe Arayan 0532 123 45 67' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Katılımcılara yaz' }).click();
  await expect(dialog.getByText('E-posta adresi olmayanları sizin aramanız gerekir:')).toBeVisible();
  await page.getByLabel('Konu').fill('Küçük bir not');
  await page.getByRole('button', { name: '1 kişiye gönder' }).click();
  await expect(page.getByLabel('İleti')).toBeFocused();
  await page.getByLabel('İleti').fill('Merhaba,\n\nönlük getirin.');
  await expect(page.getByRole('region', { name: 'Önizleme' })).toContainText('önlük getirin.');
  await page.getByRole('button', { name: '1 kişiye gönder' }).click();
  await expect(page.getByText('1 kişiye e-posta gönderiliyor.')).toBeVisible();

  await page.goto(`/admin/orders?search=${encodeURIComponent(title)}`);
  await expect(page.getByText('Ödenmeyen 2 sipariş, toplam 750,00 ₺')).toBeVisible();
  await page.getByLabel('Durum', { exact: true }).selectOption('paid');
  await expect(page.getByText('Sonuç bulunamadı.')).toBeVisible();
  await expect(page.getByText(buyer.email)).toHaveCount(0);
});
