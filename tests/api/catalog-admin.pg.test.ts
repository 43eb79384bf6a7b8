import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { categories, products } from '../../src/api/catalog/catalog.tables.ts';
import { toNameColumns } from '../../src/api/catalog/categories.service.ts';
import { redirects } from '../../src/api/redirects/redirects.tables.ts';
import { media } from '../../src/api/storage/media.tables.ts';
import { addDays, dayInIstanbul } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { readAudit, readContentChanges } from './changeLog.ts';
import { file, form } from './formData.ts';
import { openTestApi, type Send } from './harness.ts';
import { picture } from './pictures.corpus.ts';
import { checkout, readStock } from './shop.ts';

const api = await openTestApi();
const admin = (await api.signUp({ role: 'admin' })).token;
const png = await picture('png', 64, 40);

const drama = {
  title: 'Işık ve Gölge: Çocuk Draması',
  price: '650.50',
  description: 'Bir gün.',
  stock: '12',
  date: '2199-05-10',
  time: '14:00',
  location: 'Isparta Merkez',
  category: 'Drama',
};
type Fields = Record<string, string>;
type Files = Record<string, File>;

const send = (fields: Fields = {}, files: Files = { image1: file(png), image2: file(png) }) =>
  api.send('POST /api/product/add', { token: admin, body: form({ ...drama, ...fields }, files) });
const add = async (fields: Fields = {}) => {
  const { status, body, text } = await send(fields);
  expect(status, text).toBe(201);
  return body;
};
const put = (id: string, fields: Fields, files: Files = {}) =>
  api.send('PUT /api/product/update/:id', { token: admin, params: { id }, body: form({ ...drama, ...fields }, files) });
const list = (query: Send['query'] = {}) => api.send('GET /api/admin/products', { token: admin, query });
const files = () => readdir(join(api.ctx.env.dataDir, 'media')).catch(() => []);
const rows = () => api.ctx.db.$count(products);
const pictures = () => api.ctx.db.$count(media);

describe('adding a product', () => {
  test('sent twice under one key adds it once; other words or pictures under it are refused', async () => {
    const other = await picture('png', 65, 40);
    const once = (fields: Fields, image1 = png) =>
      api.send('POST /api/product/add', {
        token: admin,
        body: form({ ...drama, title: 'Bir kez', ...fields }, { image1: file(image1), image2: file(png) }),
        headers: { 'idempotency-key': 'atolye' },
      });
    const before = await rows();
    const [first, second] = await Promise.all([once({}), once({})]);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect((await once({ title: 'Başka' })).body.code).toBe('idempotency_mismatch');
    expect((await once({}, other)).body.code).toBe('idempotency_mismatch');
    expect(await rows()).toBe(before + 1);
  });

  test('returns it with a generated slug, its price in lira and stored pictures', async () => {
    const before = (await files()).length;
    const body = await add({ slug: 'benim-slugim' });
    expect(body).toMatchObject({
      ...drama,
      price: 650.5,
      stock: 12,
      slug: 'isik-ve-golge-cocuk-dramasi',
      seats_sold: 0,
      on_sale: true,
      message: '✅ Ürün başarıyla eklendi!',
    });
    expect(body.image1).toMatch(/^\/media\/[0-9a-f]{32}_64x40\.webp$/);
    expect(body.image2).not.toBe(body.image1);
    expect((await files()).length).toBeGreaterThan(before);
    const shown = await api.send('GET /api/product/:id', { params: { id: body.id } });
    expect(shown.body.title).toBe(drama.title);
  });

  test('takes a right of withdrawal and a VAT rate, which an edit without them keeps', async () => {
    const read = async (id: string) => {
      const { body } = await api.send('GET /api/admin/product/:id', { token: admin, params: { id } });
      return [body.withdrawal, body.vat_rate];
    };
    const plain = await add();
    expect(await read(plain.id)).toEqual(['leisure', 20]);
    const { id, image1, image2 } = await add({ withdrawal: 'days_14', vat_rate: '10' });
    expect(await read(id)).toEqual(['days_14', 10]);
    const pictures = { oldImage1: image1 as string, oldImage2: image2 as string };
    expect((await put(id, pictures)).status).toBe(200);
    expect(await read(id)).toEqual(['days_14', 10]);
    expect((await put(id, { ...pictures, withdrawal: 'leisure', vat_rate: '0' })).status).toBe(200);
    expect(await read(id)).toEqual(['leisure', 0]);
    const wrong = await send({ withdrawal: 'never', vat_rate: '101' });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {}).sort()]).toEqual([422, ['vat_rate', 'withdrawal']]);
    expect((await send({ vat_rate: '8,5' })).status).toBe(422);
  });

  test('takes duration, minimum, link and what to bring; the link and the hours are no public fields', async () => {
    const day = {
      duration_minutes: '150',
      min_participants: '8',
      decide_hours: '72',
      online_url: 'https://toplanti.ornek.com/oda?x=1',
      bring: 'Rahat kıyafet\nSu',
    };
    const { id, image1, image2 } = await add({ title: 'Gün', ...day });
    const pictures = { oldImage1: image1 as string, oldImage2: image2 as string };
    const numbers = { duration_minutes: 150, min_participants: 8, decide_hours: 72 };
    expect((await put(id, pictures)).body).toMatchObject({ ...day, ...numbers });
    const shown = (await api.send('GET /api/product/:id', { params: { id } })).body;
    expect(shown).toMatchObject({ duration_minutes: 150, min_participants: 8, bring: day.bring });
    expect(Object.keys(shown).filter((name) => /online|decide/.test(name))).toEqual([]);
    const plain = await add();
    const defaults = { duration_minutes: 120, min_participants: 0, decide_hours: 96, online_url: '', bring: '' };
    expect(plain).toMatchObject(defaults);
    const wrong = await send({
      duration_minutes: '4',
      min_participants: '-1',
      decide_hours: '721',
      online_url: 'http://ornek.com',
      bring: 'a'.repeat(1001),
    });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {}).sort()]).toEqual([422, Object.keys(defaults).sort()]);
  });

  test('takes leader and ages; blank takes a bound away, and an edit without them keeps them', async () => {
    const given = { leader: 'Elif Aydın', age_from: '7', age_to: '10' };
    const stored = { leader: 'Elif Aydın', age_from: 7, age_to: 10 };
    const { id, image1, image2 } = await add({ title: 'Yaşlı', ...given });
    const pictures = { oldImage1: image1 as string, oldImage2: image2 as string };
    expect((await put(id, pictures)).body).toMatchObject(stored);
    expect((await api.send('GET /api/product/:id', { params: { id } })).body).toMatchObject(stored);
    const { body } = await api.send('GET /api/admin/products', { token: admin, query: { search: 'elif aydin' } });
    expect(body.map((product) => product.id)).toEqual([id]);
    expect((await put(id, { ...pictures, age_to: '' })).body).toMatchObject({ age_from: 7, age_to: null });
    const below = await put(id, { ...pictures, age_to: '6' });
    expect([below.status, below.body.fields]).toEqual([422, { age_to: 'En büyük yaş, en küçük yaştan küçük olamaz.' }]);
    const widest = await put(id, { ...pictures, age_from: '0', age_to: '120' });
    expect(widest.body).toMatchObject({ age_from: 0, age_to: 120 });
    expect(await add()).toMatchObject({ leader: '', age_from: null, age_to: null });
    const wrong = await send({ leader: 'a'.repeat(121), age_from: '-1', age_to: '121' });
    expect(Object.keys(wrong.body.fields ?? {}).sort()).toEqual(['age_from', 'age_to', 'leader']);
  });

  test('gives the same title the next slug, also when both are saved in parallel', async () => {
    const title = 'Aynı Ad';
    const answers = await Promise.all([send({ title }), send({ title }), send({ title })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.map(({ body }) => body.slug).sort()).toEqual(['ayni-ad', 'ayni-ad-2', 'ayni-ad-3']);
  });

  test('gives a title without letters a slug too', async () => {
    expect((await add({ title: '!!!' })).slug).toMatch(/^etkinlik/);
  });

  test('accepts a day in the past, which is not on sale', async () => {
    const { id, on_sale } = await add({ date: '2020-02-29', title: 'Geçmiş' });
    expect(on_sale).toBe(false);
    expect((await api.send('GET /api/products')).body.some((item) => item.id === id)).toBe(false);
  });

  test('creates an unknown category and finds a known one whatever its case', async () => {
    await add({ category: 'Işık Atölyesi' });
    const again = await add({ category: 'IŞIK ATÖLYESİ' });
    expect(again.category).toBe('Işık Atölyesi');
    const names = (await api.send('GET /api/categories')).body.map((item) => item.name);
    expect(names.filter((name) => name === 'Işık Atölyesi')).toHaveLength(1);
  });

  test('writes an audit entry and marks the site as unpublished', async () => {
    const { id } = await add({ title: 'Kayıt' });
    expect(await readAudit(api, id)).toMatchObject([{ action: 'add', entity: 'product', after: { title: 'Kayıt' } }]);
    expect(await readContentChanges(api, id)).toMatchObject([{ room: 'catalog' }]);
  });
});

describe('a refused product', () => {
  const refused: [string, Fields, Files | undefined, number, string][] = [
    ['without a title', { title: '  ' }, undefined, 422, 'title'],
    ['with a price that is no number', { price: 'çok' }, undefined, 422, 'price'],
    ['with a negative price', { price: '-1' }, undefined, 422, 'price'],
    ['with negative seats', { stock: '-1' }, undefined, 422, 'stock'],
    ['with half a seat', { stock: '1.5' }, undefined, 422, 'stock'],
    ['on a day that does not exist', { date: '2199-02-30' }, undefined, 422, 'date'],
    ['at an hour that does not exist', { time: '24:00' }, undefined, 422, 'time'],
    ['without a place', { location: '' }, undefined, 422, 'location'],
    ['without a category', { category: '' }, undefined, 422, 'category'],
    ['without a description', { description: '' }, undefined, 422, 'description'],
    ['with one picture', {}, { image1: file('x') }, 422, 'image2'],
  ];
  test.each(refused)('%s leaves no row and no file', async (_, fields, sent, status, field) => {
    const before = [await rows(), await pictures(), (await files()).length];
    const answer = await send(fields, sent);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([status, expect.arrayContaining([field])]);
    expect([await rows(), await pictures(), (await files()).length]).toEqual(before);
  });

  test('leaves no row and no file when its second picture cannot be read', async () => {
    const before = [await rows(), await pictures(), (await files()).length];
    const { status, body } = await send({}, { image1: file(png), image2: file('<svg xmlns="x"/>') });
    expect([status, body.code]).toEqual([422, 'bad_image']);
    expect([await rows(), await pictures(), (await files()).length]).toEqual(before);
  });

  test('names how many seats and participants it may have', async () => {
    const { body } = await send({ stock: '100001', min_participants: '100001' });
    expect(body.fields).toEqual({
      stock: 'Kontenjan 0 ile 100.000 arasında bir tam sayı olmalıdır.',
      min_participants: 'En az katılımcı sayısı 0 ile 100.000 arasında bir tam sayı olmalıdır.',
    });
  });

  test('names its missing pictures', async () => {
    expect((await send({}, {})).body.message).toBe('❗ Lütfen iki görseli de seçin.');
  });
});

describe('a copy of a product', () => {
  test.each([crypto.randomUUID(), 'x', ''])('that does not exist is not found: %j', async (copy_of) => {
    expect((await send({ copy_of })).status).toBe(404);
  });

  test('keeps the pictures it names and gets its own slug', async () => {
    const original = await add({ title: 'Asıl' });
    const { status, body } = await send(
      { title: 'Asıl', copy_of: original.id, oldImage1: original.image1, oldImage2: original.image2 },
      {},
    );
    expect(status).toBe(201);
    expect([body.image1, body.image2]).toEqual([original.image1, original.image2]);
    expect([body.slug, body.id === original.id]).toEqual(['asil-2', false]);
  });

  test('cannot name a picture that the original does not have', async () => {
    const original = await add();
    const other = await add();
    const { status } = await send({ copy_of: original.id, oldImage1: other.image1, oldImage2: original.image2 }, {});
    expect(status).toBe(422);
  });
});

describe('editing a product', () => {
  test('keeps pictures sent back by address and replaces the one sent as a file', async () => {
    const { id, image1, image2 } = await add();
    const { status, body } = await put(id, { oldImage1: image1, oldImage2: image2 }, { image2: file(png) });
    expect([status, body.message]).toEqual([200, '✅ Ürün başarıyla güncellendi!']);
    expect(body.image1).toBe(image1);
    expect(body.image2).not.toBe(image2);
  });

  test.each([['https://baska.ornek.com/x.webp'], [''], ['/media/../../etc/passwd']])(
    'refuses the picture address %j, which is not the stored one',
    async (address) => {
      const { id, image1, image2 } = await add();
      const { status } = await put(id, { oldImage1: address, oldImage2: image2 });
      expect(status).toBe(422);
      const { body } = await api.send('GET /api/admin/product/:id', { token: admin, params: { id } });
      expect(body.image1).toBe(image1);
    },
  );

  test('changes nothing when a picture is refused', async () => {
    const { id, image1, image2 } = await add();
    const before = [await pictures(), (await files()).length];
    const { status } = await put(id, { title: 'Yeni', oldImage1: image1 }, { image2: file('x') });
    expect(status).toBe(422);
    expect([await pictures(), (await files()).length]).toEqual(before);
    const { body } = await api.send('GET /api/admin/product/:id', { token: admin, params: { id } });
    expect([body.title, body.image2]).toEqual([drama.title, image2]);
  });

  test('gives a new title a new slug, to which every older address redirects', async () => {
    const { id } = await add({ title: 'Birinci Ad' });
    expect((await put(id, { title: 'İkinci Ad' })).body.slug).toBe('ikinci-ad');
    expect((await put(id, { title: 'Üçüncü Ad' })).body.slug).toBe('ucuncu-ad');
    const known = Object.fromEntries(
      (await api.ctx.db.select().from(redirects)).map((row) => [row.from_path, row.to_path]),
    );
    expect([known['/products/birinci-ad'], known['/products/ikinci-ad']]).toEqual([
      '/products/ucuncu-ad',
      '/products/ucuncu-ad',
    ]);
    await put(id, { title: 'Birinci Ad' });
    const after = (await api.ctx.db.select().from(redirects)).map((row) => row.from_path);
    expect(after).not.toContain('/products/birinci-ad');
    expect(after).toContain('/products/ucuncu-ad');
  });

  test('tells no title of a draft by a redirect, also of one that was public before', async () => {
    const paths = async () => (await api.send('GET /api/redirects')).text;
    const { id } = await add({ title: 'Gizli Taslak', status: 'draft' });
    await put(id, { title: 'Gizli Ad', status: 'draft' });
    await put(id, { title: 'Açık Ad', status: 'published' });
    expect(await paths()).not.toContain('gizli');
    await put(id, { title: 'Açık Ad', status: 'draft' });
    await put(id, { title: 'Son Ad', status: 'draft' });
    expect(await paths()).not.toContain('son-ad');
    await put(id, { title: 'Son Ad', status: 'published' });
    expect(await paths()).toContain('{"from_path":"/products/acik-ad","to_path":"/products/son-ad"}');
  });

  test('an old address leads on while a draft has it, until the draft is published', async () => {
    const { id } = await add({ title: 'Serçe Yuvası' });
    await put(id, { title: 'Martı Yuvası' });
    const isRedirected = async () => (await api.send('GET /api/redirects')).text.includes('/products/serce-yuvasi');
    const draft = await add({ title: 'Serçe Yuvası', status: 'draft' });
    expect([draft.slug, await isRedirected()]).toEqual(['serce-yuvasi', true]);
    await put(draft.id, { title: 'Serçe Yuvası', stock: '7', status: 'draft' });
    for (const key of ['PATCH /api/product/delete/:id', 'PATCH /api/product/restore/:id'] as const)
      expect((await api.send(key, { token: admin, params: { id: draft.id } })).status).toBe(200);
    expect(await isRedirected()).toBe(true);
    await put(draft.id, { title: 'Serçe Yuvası', status: 'published' });
    expect(await isRedirected()).toBe(false);
  });

  test('keeps the slug of an unchanged title, also a numbered one', async () => {
    await add({ title: 'Numaralı' });
    const { id, slug } = await add({ title: 'Numaralı' });
    expect((await put(id, { title: 'Numaralı', price: '10' })).body.slug).toBe(slug);
  });

  test('sets the stock; with stock_base applies the difference only, never below 0', async () => {
    const { id } = await add({ stock: '12' });
    const buyer = await api.signUp();
    expect((await checkout(api, buyer.token, [cartLine(id, 5)])).status).toBe(201);
    expect((await put(id, { stock: '20', stock_base: '12' })).body).toMatchObject({ stock: 15, seats_sold: 5 });
    expect((await put(id, { stock: '0', stock_base: '20' })).body.stock).toBe(0);
    expect((await put(id, { stock: '9' })).body.stock).toBe(9);
    expect(await readStock(api.ctx, id)).toBe(9);
  });

  test('keeps seats sold that were sold while the form was open, also in parallel', async () => {
    const { id } = await add({ stock: '30' });
    const buyers = await Promise.all(Array.from({ length: 10 }, () => api.signUp()));
    await Promise.all([
      ...buyers.map(({ token }) => checkout(api, token, [cartLine(id, 2)])),
      ...Array.from({ length: 5 }, () => put(id, { stock: '31', stock_base: '30' })),
    ]);
    const sold = (await list({ search: 'ışık', size: 200 })).body.find((item) => item.id === id);
    expect([sold?.seats_sold, sold?.stock]).toEqual([20, 30 - 20 + 5]);
  });

  test('answers the second of two admins with a conflict and the stored product, and overwrites nothing', async () => {
    const { id, updated_at } = await add({ title: 'İki Yönetici' });
    await checkout(api, (await api.signUp()).token, [cartLine(id, 2)]);
    api.advance(1000);
    expect((await put(id, { title: 'Birincinin', updated_at })).status).toBe(200);
    const { status, body } = await put(id, { title: 'İkincinin', updated_at });
    expect([status, body.code]).toEqual([409, 'edit_conflict']);
    const now = (await api.send('GET /api/admin/product/:id', { token: admin, params: { id } })).body;
    expect(body.current).toEqual(now);
    expect([now.title, now.seats_sold]).toEqual(['Birincinin', 2]);
    expect((await put(id, { title: 'İkincinin', updated_at: now.updated_at })).status).toBe(200);
  });

  test('answers a conflict, too, where the first of two admins replaced a picture that the second one keeps', async () => {
    const { id, updated_at, image1 } = await add();
    api.advance(1000);
    expect((await put(id, {}, { image1: file(png) })).status).toBe(200);
    expect((await put(id, { updated_at, oldImage1: image1 })).body.code).toBe('edit_conflict');
    expect((await put(id, { oldImage1: image1 })).body.fields).toHaveProperty('oldImage1');
  });

  test('reports no conflict because of a sale', async () => {
    const { id, updated_at } = await add();
    const buyer = await api.signUp();
    await checkout(api, buyer.token, [cartLine(id)]);
    expect((await put(id, { updated_at })).status).toBe(200);
  });

  test('answers 415 to JSON', async () => {
    const { id } = await add();
    const { status } = await api.send('PUT /api/product/update/:id', { token: admin, params: { id }, body: drama });
    expect(status).toBe(415);
  });
});

describe('hiding a product', () => {
  test('removes it from the public lists and keeps its orders; restoring brings it back', async () => {
    const { id } = await add({ title: 'Saklanan' });
    const buyer = await api.signUp();
    await checkout(api, buyer.token, [cartLine(id)]);
    const hide = () => api.send('PATCH /api/product/delete/:id', { token: admin, params: { id } });
    expect((await hide()).body.message).toBe('✅ Ürün başarıyla silindi.');
    expect((await api.send('GET /api/product/:id', { params: { id } })).status).toBe(404);
    expect((await list({ search: 'saklanan' })).body).toEqual([]);
    expect((await api.send('GET /api/my-orders', { token: buyer.token })).body).toHaveLength(1);
    expect((await hide()).status).toBe(404);
    expect((await put(id, {})).status).toBe(404);
    const back = () => api.send('PATCH /api/product/restore/:id', { token: admin, params: { id } });
    expect((await back()).status).toBe(200);
    expect((await api.send('GET /api/product/:id', { params: { id } })).status).toBe(200);
    expect((await back()).status).toBe(404);
  });
});

describe('the list of products', () => {
  test.each([['ısparta'], ['ISPARTA'], ['Isparta'], ['isparta cocuk'], ['ÇOCUK ışık'], ['drama işik']])(
    '“%s” finds the same product',
    async (search) => {
      const { id } = await add();
      expect((await list({ search })).body.map((item) => item.id)).toContain(id);
    },
  );

  test.each([['%'], ['_'], ['\\'], ["'"], ['yok böyle bir şey']])('“%s” is a text, not a pattern', async (search) => {
    expect((await list({ search })).body).toEqual([]);
  });

  test('is filtered by category whatever its case, and by upcoming products', async () => {
    const { id } = await add({ category: 'İnce İş', date: '2001-01-01' });
    expect((await list({ category: 'ince iş' })).body.map((item) => item.id)).toEqual([id]);
    expect((await list({ category: 'ince iş', when: 'upcoming' })).body).toEqual([]);
    expect((await list({ category: 'ince iş', when: 'past' })).body).toHaveLength(1);
  });

  test('from today on has what began today or is not over, and nothing else of yesterday', async () => {
    const today = dayInIstanbul(new Date());
    const category = 'Gün İşi';
    await add({ category, date: addDays(today, -1), time: '00:00', duration_minutes: '1440' });
    const night = await add({ category, date: addDays(today, -1), time: '23:59', duration_minutes: '1440' });
    const begun = await add({ category, date: today, time: '00:00' });
    const ahead = await add({ category, date: addDays(today, 1) });
    const listed = await list({ category, when: 'today_on', sort: 'date' });
    expect(listed.body.map(({ id }) => id)).toEqual([night.id, begun.id, ahead.id]);
  });

  test('lists hidden products where they are asked for, and nowhere else', async () => {
    const { id } = await add({ category: 'Gizli İş' });
    await api.send('PATCH /api/product/delete/:id', { token: admin, params: { id } });
    expect((await list({ category: 'gizli iş' })).body).toEqual([]);
    expect((await list({ category: 'gizli iş', when: 'deleted' })).body).toMatchObject([{ id, hidden: true }]);
    await api.send('PATCH /api/product/restore/:id', { token: admin, params: { id } });
    expect((await list({ category: 'gizli iş', when: 'deleted' })).body).toEqual([]);
    expect((await list({ category: 'gizli iş' })).body).toMatchObject([{ id, hidden: false }]);
  });

  test('sorts titles by the Turkish alphabet and numbers by size, over all pages', async () => {
    const titles = ['Ş zz', 'S zz', 'Ç zz', 'C zz', 'İ zz', 'I zz', 'Z zz', 'Ğ zz', 'G zz'];
    for (const [index, title] of titles.entries()) await add({ title, price: String(index) });
    const sorted = ['C zz', 'Ç zz', 'G zz', 'Ğ zz', 'I zz', 'İ zz', 'S zz', 'Ş zz', 'Z zz'];
    const read = async (query: Send['query']) =>
      (await list({ search: 'zz', ...query })).body.map((item) => item.title);
    expect(await read({ sort: 'title' })).toEqual(sorted);
    expect(await read({ sort: '-title', page: 2, size: 4 })).toEqual(sorted.toReversed().slice(4, 8));
    expect(await read({ sort: '-price', size: 2 })).toEqual(['G zz', 'Ğ zz']);
    expect((await list({ search: 'zz', size: 2 })).headers.get('x-total-count')).toBe('9');
    expect((await list({ search: 'zz', sort: 'drop table' })).body).toHaveLength(9);
  });

  test('lists upcoming products first and past ones last unless sorted', async () => {
    const category = 'Sıra';
    for (const [title, date] of [
      ['son', '2010-01-01'],
      ['ikinci', '2150-01-01'],
      ['birinci', '2149-01-01'],
      ['üçüncü', '2020-01-01'],
    ] as const)
      await add({ title, date, category });
    expect((await list({ category })).body.map((item) => item.title)).toEqual(['birinci', 'ikinci', 'üçüncü', 'son']);
  });
});

describe('categories', () => {
  const create = (name: string) => api.send('POST /api/admin/categories', { token: admin, body: { name } });

  test('refuse a name that exists, whatever its case', async () => {
    const { status, body } = await create('Şiir');
    expect([status, body.name]).toEqual([201, 'Şiir']);
    expect((await create(' ŞİİR ')).body.code).toBe('category_exists');
    expect((await create('   ')).status).toBe(422);
  });

  test.each([
    ['Ot', 'Öt'],
    ['Sal', 'Şal'],
    ['Çam', 'Cam'],
    ['Sıla', 'Sila'],
    ['Kar', 'Kâr'],
  ])('%s and %s are two categories, each with its products', async (one, other) => {
    const both = [await create(one), await create(other)];
    expect(both.map(({ status, body }) => [status, body.name])).toEqual([
      [201, one],
      [201, other],
    ]);
    const { id, category } = await add({ category: other });
    expect(category).toBe(other);
    expect((await list({ category: other })).body.map((item) => item.id)).toEqual([id]);
    expect((await list({ category: one })).body).toEqual([]);
    expect((await create(other.toLocaleUpperCase('tr'))).body.code).toBe('category_exists');
    const params = { id: both[0]?.body.id as string };
    const renamed = await api.send('PUT /api/admin/categories/:id', { token: admin, params, body: { name: other } });
    expect(renamed.body.code).toBe('category_exists');
  });

  test('the names of an installation that compared them folded are kept', async () => {
    const { ctx } = await openTestApi();
    const names = ['ŞİİR', 'IŞIK ATÖLYESİ', 'Öykü', 'Çâre'];
    await ctx.db.insert(categories).values(names.map(toNameColumns));
    await ctx.db.execute(
      sql`alter table app.categories drop column name_key, add constraint categories_folded_unique unique (folded)`,
    );
    const migration = readFileSync('src/api/db/migrations/0004_category_names.sql', 'utf8');
    for (const statement of migration.split('--> statement-breakpoint')) await ctx.db.execute(sql.raw(statement));
    const rows = await ctx.db.select().from(categories);
    expect(new Set(rows.map((row) => row.name_key))).toEqual(
      new Set(names.map((name) => toNameColumns(name).name_key)),
    );
  });

  test('show a new name in their products and refuse one that exists', async () => {
    const { category, id } = await add({ category: 'Eski Ad' });
    const found = (await api.send('GET /api/categories')).body.find((item) => item.name === category);
    const rename = (name: string) =>
      api.send('PUT /api/admin/categories/:id', { token: admin, params: { id: found?.id as string }, body: { name } });
    expect((await rename('Drama')).status).toBe(409);
    expect((await rename('Yepyeni Ad')).body.name).toBe('Yepyeni Ad');
    expect((await api.send('GET /api/product/:id', { params: { id } })).body.category).toBe('Yepyeni Ad');
    expect((await list({ search: 'yepyeni' })).body.map((item) => item.id)).toEqual([id]);
    expect((await list({ search: 'eski ad' })).body).toEqual([]);
  });

  test('are deleted only when they are empty', async () => {
    const { category } = await add({ category: 'Dolu' });
    const used = (await api.send('GET /api/categories')).body.find((item) => item.name === category);
    const empty = (await create('Boş')).body;
    const remove = (id: string) => api.send('DELETE /api/admin/categories/:id', { token: admin, params: { id } });
    expect((await remove(used?.id as string)).body.code).toBe('category_in_use');
    expect((await remove(empty.id)).status).toBe(200);
    expect((await remove(empty.id)).status).toBe(404);
  });
});
