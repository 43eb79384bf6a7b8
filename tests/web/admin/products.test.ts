import { expect, test, vi } from 'vitest';
import type { AdminProduct } from '../../../src/contract/catalog.ts';
import { toCsv } from '../../../src/shared/csv.ts';
import { formatPhone } from '../../../src/shared/phone.ts';
import {
  type AdminOrder,
  byName,
  cancelText,
  type Seat,
  seatsCsv,
  seatsOf,
} from '../../../src/web/admin/orders/orders.ts';
import { imageKind, prepareImage } from '../../../src/web/admin/prepareImage.ts';
import {
  blankProduct,
  checkDates,
  checkProduct,
  compareProduct,
  copiedValues,
  decideHint,
  isWholeNumber,
  lineEnds,
  priceQuestion,
  soldShare,
  statusChoices,
  timePlaceOrLeaderChanged,
  toBody,
  toValues,
  weeklyDates,
} from '../../../src/web/admin/products/products.ts';
import { pagesShown } from '../../../src/web/admin/ui/Pager.tsx';

test('CSV for Turkish Excel has a byte order mark, semicolons, decimal commas, and quotes where needed', () => {
  expect(toCsv(['Ad', 'Tutar'], [['Ayşe; "Ada"', 1300.5]])).toBe('\ufeffAd;Tutar\r\n"Ayşe; ""Ada""";1300,5\r\n');
});

test.each(['=1+1', '+90', '-2', '@SUM(A1)', '\tx'])('a name like %j is not exported as a formula', (name) => {
  expect(toCsv(['Ad'], [[name]]).split('\r\n')[1]).toMatch(/^"?'/);
});

test('an amount below zero is no formula', () => {
  expect(toCsv(['Brüt'], [['-1300,50']])).toBe('\ufeffBrüt\r\n-1300,50\r\n');
});

test('a Turkish phone number is grouped, a foreign one is left as it is', () => {
  expect(['+905321234567', '+4930123456', null].map(formatPhone)).toEqual(['0532 123 45 67', '+4930123456', '']);
});

test('participants are sorted by surname in Turkish order, without cancelled orders, with seats of erased people', () => {
  const order = (details: Partial<AdminOrder>) =>
    ({ id: crypto.randomUUID(), code: 'K', quantity: 1, status: 'paid', participants: [], ...details }) as AdminOrder;
  const person = (name: string, surname: string) =>
    ({ participants: [{ position: 1, name, surname }] }) as Partial<AdminOrder>;
  const csv = seatsCsv(
    seatsOf([
      order(person('Ada', 'Şen')),
      order(person('Cem', 'Sarı')),
      order({ ...person('Yok', 'Artık'), status: 'cancelled' }),
      order({ quantity: 1 }),
    ]),
  );
  const names = csv.split('\r\n').slice(1, -1);
  expect(names.map((line) => line.split(';').slice(0, 2).join(' ').trim())).toEqual([
    '(silinmiş kişi)',
    'Cem Sarı',
    'Ada Şen',
  ]);
});

test('a copy has as many seats as the original in all, sold and offered ones too, and no day', () => {
  const original = { title: 'Çini', price: 650, stock: 0, seats_sold: 6, seats_offered: 2, date: '2026-12-03' };
  expect(copiedValues(original as AdminProduct)).toMatchObject({ title: 'Çini', price: '650', stock: '8', date: '' });
});

test('before an order is cancelled its refund is named, and who is told by mail or has to be called', () => {
  const freed = 'KOD kodlu siparişin 2 kontenjanı yeniden satışa açılır.';
  const order = { code: 'KOD', quantity: 2, price: 1300, status: 'paid', buyer_email: 'ada@ornek.com' } as AdminOrder;
  const refund = 'Gelen ödeme, Ödemeler’de geri ödenecekler arasına girer.';
  expect(cancelText(order)).toBe(`${freed} ${refund} Alıcıya e-posta gider.`);
  const byPhone: AdminOrder = { ...order, status: 'reserved', buyer_email: null, buyer_phone: '+905321234567' };
  expect(cancelText(byPhone)).toBe(`${freed} Alıcının e-posta adresi yok, siz arayın: 0532 123 45 67.`);
  expect(cancelText({ ...byPhone, status: 'paid', price: 0, buyer_phone: null })).toBe(freed);
});

test('a seat says whether its person took it over from the buyer', () => {
  const participants = [{ position: 1, handed_on: true }, { position: 2 }];
  const order = { id: 'a', code: 'K', quantity: 3, status: 'paid', participants } as AdminOrder;
  expect(seatsOf([order]).map(({ position, handedOn }) => [position, handedOn])).toEqual([
    [1, true],
    [2, false],
    [undefined, false],
  ]);
});

test('a seat is short of what the door asks for it, whatever was paid in part', () => {
  const participants = [{ position: 1 }, { position: 3 }];
  const order = { id: 'a', code: 'K', quantity: 2, status: 'reserved', unit_price: 650, participants } as AdminOrder;
  const seats = seatsOf(
    [order],
    [],
    [
      { id: 'a-1', open: 0.01 },
      { id: 'a-3', open: 325 },
    ],
  );
  expect(seats.map(({ open }) => open)).toEqual([0.01, 325]);
});

test('the sheet to print is sorted by name in the Turkish alphabet', () => {
  const names = ['Çiğdem Ak', 'Şule Er', 'Cem Zan', 'Işıl Su', 'İpek Su', 'Cem Ay', 'Sema Er'];
  const seats = names.map((full) => {
    const [name = '', surname = ''] = full.split(' ');
    return { name, surname } as Seat;
  });
  expect(byName(seats).map(({ name, surname }) => `${name} ${surname}`)).toEqual([
    'Cem Ay',
    'Cem Zan',
    'Çiğdem Ak',
    'Işıl Su',
    'İpek Su',
    'Sema Er',
    'Şule Er',
  ]);
});

test('an answer stands with its participant, also where two of an order have one name', () => {
  const people = ['Ada', 'Ege', 'Ada'].map((name) => ({ name, surname: 'Su' }));
  const order = { id: 'a', code: 'K', quantity: 3, status: 'paid', participants: people } as AdminOrder;
  const answers = ['bir', 'iki'].map((answer) => ({
    order_id: 'a',
    name: 'Ada',
    surname: 'Su',
    question: '?',
    answer,
  }));
  const other = { order_id: 'b', name: 'Ege', surname: 'Su', question: '?', answer: 'başka' };
  const seats = seatsOf([order], [other, ...answers]);
  expect(seats.map(({ name, answer }) => `${name} ${answer?.answer ?? '–'}`)).toEqual(['Ada bir', 'Ada iki', 'Ege –']);
});

test('dates week after week keep the weekday over a month and a change of the clock', () => {
  expect(weeklyDates('2026-10-21', 3)).toEqual(['2026-10-21', '2026-10-28', '2026-11-04']);
  for (const typed of ['', '202', '12026-01-01']) expect(weeklyDates(typed, 3)).toEqual([]);
});

test('further dates begin with a day and a time that are still to come', () => {
  expect(checkDates({ date: '', time: '' })).toEqual({ date: expect.any(String), time: expect.any(String) });
  expect(checkDates({ date: '2020-05-17', time: '14:00' }).date).toContain('geçmiş');
  expect(checkDates({ date: '2199-05-17', time: '14:00' })).toEqual({});
});

test('negative and half seats are not even typed', () => {
  expect(['12', '', '-1', '1.5', 'x'].map(isWholeNumber)).toEqual([true, true, false, false, false]);
});

test('a new product needs every field and two pictures; a stored one keeps its pictures', () => {
  const errors = checkProduct(blankProduct, undefined);
  expect([errors.image1, errors.title]).toEqual(['❗ Lütfen iki görseli de seçin.', 'Lütfen başlık girin.']);
  expect(checkProduct(blankProduct, { image1: 'x', image2: 'y' }).image1).toBeUndefined();
  expect(errors.vat_rate).toBeUndefined();
  expect(checkProduct({ ...blankProduct, vat_rate: '101' }, undefined).vat_rate).toContain('0 ile 100');
  expect([errors.age_from, errors.age_to]).toEqual([undefined, undefined]);
  const stockError = (stock: string) => checkProduct({ ...blankProduct, stock }, undefined).stock;
  const refused = 'Kontenjan 0 ile 100.000 arasında bir tam sayı olmalıdır.';
  expect(['', '100000', '100001'].map(stockError)).toEqual([refused, undefined, refused]);
  expect(checkProduct({ ...blankProduct, age_from: '121' }, undefined).age_from).toContain('0 ile 120');
  const widest = { ...blankProduct, age_from: '120', image1: new File([], 'a.png') };
  const { age_from, age_to, image1 } = checkProduct(widest, undefined);
  expect([age_from, age_to, image1]).toEqual([undefined, undefined, undefined]);
  expect(checkProduct({ ...blankProduct, age_from: '10', age_to: '7' }, undefined).age_to).toContain('küçük olamaz');
});

test.each([
  ['1.250', '1250.00'],
  ['1.250,50', '1250.50'],
  ['₺ 1250', '1250.00'],
  ['1250,5', '1250.50'],
])('the price %s is sent as %s', async (typed, sent) => {
  const values = { ...blankProduct, price: typed };
  expect(checkProduct(values, { image1: 'x', image2: 'y' }).price).toBeUndefined();
  expect((await toBody(values, {})).get('price')).toBe(sent);
});

test('a price that cannot be read is told, and a stored one opens as people write it', () => {
  const errors = (price: string) => checkProduct({ ...blankProduct, price }, undefined).price;
  expect(errors('')).toBe('Lütfen lira olarak bir sayı girin.');
  expect(errors('1,250')).toMatch(/iki türlü okunabiliyor/);
  expect(errors('bedava')).toMatch(/Yalnızca rakamla/);
  expect([1250.5, 650, 0.1].map((price) => toValues({ price } as AdminProduct).price)).toEqual([
    '1.250,50',
    '650',
    '0,10',
  ]);
});

test('a price asks before it moves by more than ten times, or under sold seats', () => {
  const ask = (before: number, after: string, seats_sold = 0) =>
    priceQuestion(after, { price: before, seats_sold })?.title ?? '';
  expect([ask(1250, '1.250'), ask(1250, '1.300'), ask(1250, '125')]).toEqual(['', '', '']);
  expect([ask(1250, '1,25'), ask(1250, '125.000')]).toEqual(['Fiyat doğru mu?', 'Fiyat doğru mu?']);
  expect(ask(1250, '1.300', 2)).toBe('Satışı süren atölyenin fiyatı değişsin mi?');
  expect(ask(1250, '1.250,00', 2)).toBe('');
  expect(priceQuestion('1.300', { price: 1250, seats_sold: 2 })?.text).toBe(
    'Fiyat 1.250,00\u00a0₺ iken 1.300\u00a0₺ · bin üç yüz lira oluyor. 2 kontenjan satılmış; verilmiş siparişler eski fiyatıyla kalır.',
  );
});

test('whoever waits is named before a product is hidden or becomes a draft', () => {
  expect(lineEnds({ waiting: 0, seats_offered: 0 })).toBe('');
  expect(lineEnds({ waiting: 3, seats_offered: 2 })).toBe(
    'Sırada bekleyen 3 kişinin bekleyişi sona erer. Sıradakilere sunulan 2 yer geri alınır. Sonradan vazgeçseniz de sıraları geri gelmez.',
  );
  expect(lineEnds({ waiting: 0, seats_offered: 1 })).not.toContain('bekleyişi');
});

test('a product that was called off is not said to be on sale, nor may it become a draft', () => {
  expect(Object.keys(statusChoices({ cancelled: false, status: 'published' }))).toEqual(['published', 'draft']);
  const [[status, words] = []] = Object.entries(statusChoices({ cancelled: true, status: 'published' }));
  expect([status, words]).toEqual(['published', 'İptal edildi: artık satılmaz']);
});

test('seats offered to the waiting list are among those put on sale', () => {
  expect(soldShare({ seats_sold: 7, seats_offered: 2, stock: 1 })).toBe('7 / 10');
});

test('two edits are compared in the form of days and times that people read', () => {
  const stored = { price: 650, stock: 8, date: '2026-12-14', time: '14:00' } as AdminProduct;
  const mine = { ...toValues(stored), date: '2026-12-15', time: '09:05' };
  expect(compareProduct(mine, stored, stored)).toEqual([
    { label: 'Tarih', mine: '15 Aralık 2026', theirs: '14 Aralık 2026' },
    { label: 'Saat', mine: '09.05', theirs: '14.00' },
  ]);
});

test('two edits are compared in the seats that would be saved, not in those of the opened form', () => {
  const opened = { price: 650, stock: 8 } as AdminProduct;
  const theirs = { ...opened, stock: 5 };
  expect(compareProduct(toValues(opened), theirs, opened)).toEqual([]);
  expect(compareProduct({ ...toValues(opened), stock: '10' }, theirs, opened)).toEqual([
    { label: 'Kontenjan', mine: '7', theirs: '5' },
  ]);
  expect(compareProduct({ ...toValues(opened), stock: '0' }, theirs, opened)[0]?.mine).toBe('0');
});

test('the type of a picture is read from its first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(imageKind(bytes('\0\0\0\x18ftypheic\0\0'))).toBe('heic');
  expect(imageKind(bytes('\0\0\0\x1cftypavif'))).toBe('avif');
  expect(imageKind(bytes('<svg xmlns='))).toBe('other');
});

test('a large photograph stays a JPEG, as a browser that writes no WebP would make a PNG of 10 MB of it', async () => {
  const writable = ['image/jpeg', 'image/png'];
  const canvas = {
    getContext: () => null,
    toBlob: (done: (blob: Blob) => void, type: string) =>
      done(new Blob(['small'], { type: writable.includes(type) ? type : 'image/png' })),
  };
  vi.stubGlobal('document', { createElement: () => canvas });
  vi.stubGlobal('createImageBitmap', async () => ({ width: 3024, height: 4032, close() {} }));
  const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe1])], 'IMG_1.JPG', { type: 'image/jpeg' });
  expect(await prepareImage(photo)).toMatchObject({ name: 'IMG_1.jpeg', type: 'image/jpeg' });
  expect(canvas).toMatchObject({ width: 2160, height: 2880 });
  vi.unstubAllGlobals();
});

test('a pager shows the first and last pages and the neighbours of the current one', () => {
  expect(pagesShown(5, 9)).toEqual([1, 0, 4, 5, 6, 0, 9]);
  expect(pagesShown(1, 2)).toEqual([1, 2]);
});

test('another leader is something participants must know; the first name is not', () => {
  const told = { date: '2199-05-10', time: '14:00', location: 'Merkez', leader: 'Ece Işık' } as AdminProduct;
  expect(timePlaceOrLeaderChanged(told, { ...told, leader: 'Can Su' })).toBe(true);
  expect(timePlaceOrLeaderChanged(told, { ...told, leader: '' })).toBe(true);
  expect(timePlaceOrLeaderChanged({ ...told, leader: '' }, told)).toBe(false);
  expect(timePlaceOrLeaderChanged(told, { ...told, location: 'Bahçe' })).toBe(true);
});

test('a decision later than the terms promise is hinted at, where one can be due', () => {
  expect(decideHint({ decide_hours: '48', min_participants: '8' })).toContain('72');
  for (const values of [
    { decide_hours: '72', min_participants: '8' },
    { decide_hours: '48', min_participants: '0' },
    { decide_hours: '', min_participants: '8' },
  ])
    expect(decideHint(values)).toBe('Sayı dolmamışsa o zaman size sorulur.');
});
