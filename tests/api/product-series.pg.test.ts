import { and, eq, getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { ownColumns } from '../../src/api/catalog/series.service.ts';
import { catalogTexts } from '../../src/contract/catalog.texts.ts';
import { cartLine } from '../load/cartLines.ts';
import { readAudit } from './changeLog.ts';
import { form } from './formData.ts';
import { openTestApi } from './harness.ts';
import { join, seatsLeft, soldOut } from './line.ts';
import { addProduct, cancelOrder, changeProduct, checkout, picture, readStock } from './shop.ts';

const api = await openTestApi();
const token = (await api.signUp({ role: 'admin' })).token;

const read = async (id: string) => (await api.send('GET /api/admin/product/:id', { token, params: { id } })).body;
const listPublic = async () => (await api.send('GET /api/products', {})).body;

/** Saves a product as it is, but for some fields. */
async function save(id: string, change: Record<string, string>) {
  const { title, price, description, stock, date, time, location, category } = await read(id);
  const fields = { title, price: `${price}`, description, stock: `${stock}`, date, time, location, category };
  const body = form({ ...fields, ...change, oldImage1: picture, oldImage2: picture });
  return api.send('PUT /api/product/update/:id', { token, params: { id }, body });
}

test('a draft is neither listed nor shown nor sold until it is published', async () => {
  const customer = await api.signUp();
  const id = await addProduct(api.ctx, { title: 'Taslak atölye' });
  expect((await save(id, { status: 'draft' })).body).toMatchObject({ status: 'draft', on_sale: false });
  expect((await listPublic()).some((product) => product.id === id)).toBe(false);
  expect((await api.send('GET /api/product/:id', { params: { id } })).status).toBe(404);
  const add = () => api.send('POST /api/cart/add', { token: customer.token, body: { product_id: id, quantity: 1 } });
  expect((await add()).body.code).toBe('not_on_sale');
  expect((await checkout(api, customer.token, [cartLine(id, 1)])).body.code).toBe('not_on_sale');
  expect((await save(id, { date: '2199-06-01', status: 'draft' })).body.notice_due).toBe(false);
  expect((await save(id, { status: 'published' })).body.on_sale).toBe(true);
  expect((await add()).status).toBe(200);
  expect((await listPublic()).some((product) => product.id === id)).toBe(true);
});

test('a product with sold seats does not become a draft', async () => {
  const customer = await api.signUp();
  const id = await addProduct(api.ctx);
  await checkout(api, customer.token, [cartLine(id, 1)]);
  expect((await save(id, { status: 'draft' })).body.fields).toEqual({ status: catalogTexts.draftSold });
  expect((await save(id, { location: 'Bahçe' })).status).toBe(200);
});

test('dates sent twice under one key are added once', async () => {
  const [id, other] = [await addProduct(api.ctx, { title: 'Bir kez' }), await addProduct(api.ctx)];
  const send = (key: string, dates: string[], to = id) =>
    api.send('POST /api/admin/product/:id/dates', {
      token,
      params: { id: to },
      body: { dates: dates.map((date) => ({ date, time: '14:00' })) },
      headers: { 'idempotency-key': key },
    });
  const [first, second] = await Promise.all([send('bir', ['2199-06-07']), send('bir', ['2199-06-07'])]);
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  const count = () => api.ctx.db.$count(products, eq(products.series_id, id));
  expect(await count()).toBe(2);
  expect((await send('bir', ['2199-06-14'])).body.code).toBe('idempotency_mismatch');
  expect((await send('bir', ['2199-06-07'], other)).body.code).toBe('idempotency_mismatch');
  expect((await send('iki', ['2199-06-14'])).status).toBe(201);
  expect(await count()).toBe(3);
});

test('a day and hour that the series has is refused, also twice in one request, but not that of a deleted workshop', async () => {
  const id = await addProduct(api.ctx, { title: 'Aynı gün', date: '2199-05-10', time: '14:00' });
  const add = (...dates: { date: string; time: string }[]) =>
    api.send('POST /api/admin/product/:id/dates', { token, params: { id }, body: { dates } });
  const [own, next] = [
    { date: '2199-05-10', time: '14:00' },
    { date: '2199-05-17', time: '14:00' },
  ];
  const taken = catalogTexts.dateTaken('10 Mayıs 2199 Cuma, 14.00');
  expect((await add(next, own)).body).toMatchObject({ code: 'invalid', fields: { dates: taken } });
  expect((await add(next, next)).status).toBe(422);
  expect(await api.ctx.db.$count(products, eq(products.title, 'Aynı gün'))).toBe(1);
  expect([(await add({ ...own, time: '16:00' })).status, (await add(next)).status]).toEqual([201, 201]);
  expect((await add(next)).status).toBe(422);
  const ofNext = and(eq(products.series_id, id), eq(products.date, next.date));
  await api.ctx.db.update(products).set({ deleted_at: new Date() }).where(ofNext);
  expect((await add(next)).status).toBe(201);
});

test('a date that two admins add at once from two workshops of a series is added once', async () => {
  const id = await addProduct(api.ctx, { title: 'Aynı anda' });
  const add = (to: string, date: string) =>
    api.send('POST /api/admin/product/:id/dates', {
      token,
      params: { id: to },
      body: { dates: [{ date, time: '14:00' }] },
    });
  await add(id, '2199-04-01');
  const [second] = await api.ctx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.series_id, id), eq(products.date, '2199-04-01')));
  for (const each of [2, 3, 4, 5]) {
    const date = `2199-04-0${each}`;
    const results = await Promise.all([add(id, date), add(second?.id as string, date)]);
    expect(results.map(({ status }) => status).sort()).toEqual([201, 422]);
  }
});

test('further dates are products of their own, with all its words and seats, in one series', async () => {
  const customer = await api.signUp();
  const words = { title: 'Altı Çarşamba', question: 'Kaç yaşında?', leader: 'Elif Aydın' };
  const id = await addProduct(api.ctx, { ...words, stock: 8, age_from: 7 });
  await checkout(api, customer.token, [cartLine(id, 2)]);
  const add = (dates: { date: string; time: string }[]) =>
    api.send('POST /api/admin/product/:id/dates', { token, params: { id }, body: { dates } });
  expect((await add([])).status).toBe(422);
  const first = ['2199-05-17', '2199-05-24'].map((date) => ({ date, time: '14:00' }));
  expect((await add(first)).body).toMatchObject({ added: 2 });
  await add([{ date: '2199-05-31', time: '10:30' }]);

  const series = (await listPublic()).filter(({ series_id }) => series_id === id);
  expect(series.map(({ date, time, stock }) => [date, time, stock])).toEqual([
    ['2199-05-10', '14:00', 6],
    ['2199-05-17', '14:00', 8],
    ['2199-05-24', '14:00', 8],
    ['2199-05-31', '10:30', 8],
  ]);
  expect(new Set(series.map(({ slug }) => slug)).size).toBe(4);
  const last = series.at(-1)?.id as string;
  expect(await read(last)).toMatchObject({ title: 'Altı Çarşamba', image1: picture, question: 'Kaç yaşında?' });
  expect(await read(last)).toMatchObject({ leader: 'Elif Aydın', age_from: 7, age_to: null });
  expect(await readAudit(api, last)).toMatchObject([{ action: 'add', after: { series_id: id, date: '2199-05-31' } }]);
  await checkout(api, customer.token, [cartLine(last, 1)]);
  expect([await readStock(api.ctx, last), await readStock(api.ctx, id)]).toEqual([7, 6]);
});

test('a further date has the seats that are offered to the waiting list, too', async () => {
  const { id, buyers } = await soldOut(api, 3);
  await join(api, id);
  await cancelOrder(api, { token }, buyers[0]?.orderId as string);
  expect(await seatsLeft(api, { token }, id)).toEqual([0, 0]);
  const body = { dates: [{ date: '2199-07-05', time: '14:00' }] };
  await api.send('POST /api/admin/product/:id/dates', { token, params: { id }, body });
  expect((await listPublic()).find(({ date }) => date === '2199-07-05')).toMatchObject({ series_id: id, stock: 3 });
});

test('a further date has every column of the product but those that are its own', async () => {
  const id = await addProduct(api.ctx, { title: 'Her sütun' });
  const at = new Date('2199-01-01T00:00:00Z');
  const common: Partial<typeof products.$inferInsert> = {
    ...{ withdrawal: 'days_14', vat_rate: 10, question: 'Kaç yaşında?', question_kind: 'required', bring: 'Önlük' },
    ...{ duration_minutes: 45, min_participants: 3, decide_hours: 24, online_url: 'https://ada.example' },
    ...{ leader: 'Elif Aydın', age_from: 7, age_to: 10, status: 'draft', search: 'her sutun' },
  };
  const own = {
    ...{ sequence: 3, changed_at: at, announced: { date: '2199-05-09', time: '14:00', location: 'Bahçe' } },
    ...{
      announced_sequence: 2,
      moved_from: { date: '2199-05-08', time: '14:00' },
      decide_until: at,
      choice_before: at,
    },
    ...{ run_decided_at: at, notices_from: at, cancelled_at: at, cancel_reason: 'Kar', held_seats: 1 },
    ...{ created_at: at, updated_at: at },
  };
  await changeProduct(api.ctx, id, { ...common, ...own, series_id: id });
  const body = { dates: [{ date: '2199-06-07', time: '15:00' }] };
  expect((await api.send('POST /api/admin/product/:id/dates', { token, params: { id }, body })).status).toBe(201);
  const rows = await api.ctx.db.select().from(products).where(eq(products.series_id, id));
  const original = rows.find((row) => row.id === id) as (typeof rows)[number];
  const added = rows.find((row) => row.id !== id) as (typeof rows)[number];
  const columns = Object.keys(getTableColumns(products)) as (keyof typeof added)[];
  const copied = columns.filter((column) => !(ownColumns as readonly string[]).includes(column));
  // A column that is blank here would show nothing.
  expect(columns.filter((column) => column !== 'deleted_at' && original[column] === null)).toEqual([]);
  expect(copied.filter((column) => JSON.stringify(added[column]) !== JSON.stringify(original[column]))).toEqual([]);
  expect(Object.keys(own).filter((column) => copied.includes(column as keyof typeof added))).toEqual([]);
  expect(added).toMatchObject({
    held_seats: 0,
    sequence: 0,
    run_decided_at: null,
    cancelled_at: null,
    announced: null,
  });
});
