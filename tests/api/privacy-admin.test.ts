import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { idempotencyKeys } from '../../src/api/idempotency/idempotency.tables.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { readDataCopy } from '../../src/web/account/dataCopy.ts';
import { enquiry } from '../load/enquiry.ts';
import { dumpDatabase } from './dump.ts';
import { openTestApi } from './harness.ts';
import { addProduct, changeProduct, checkout, readStock, setStatus } from './shop.ts';

let round = 0;

const api = await openTestApi();
let admin: { id: string; email: string; token: string } = await api.signUp({
  role: 'admin',
  email: 'yonetici@ornek.com',
});
const eventId = await addProduct(api.ctx, { stock: 500 });

let email = '';
let other: { id: string; email: string; token: string };

/** An address without an account that sent an enquiry and for which another user bought a seat. */
beforeEach(async () => {
  round += 1;
  email = `nazli${round}@ornek.com`;
  other = await api.signUp({ email: `alan${round}@ornek.com` });
  const body = { ...enquiry, email: email.toUpperCase(), message: 'Kimse bilmesin.' };
  const ip = `203.0.113.${round}`;
  expect((await api.send('POST /api/consulting-create-messages', { body, ip })).status).toBe(201);
  const participants = [{ fullName: 'Nazlı Gündoğdu', email }, { fullName: 'Kaan Er' }];
  const line = { id: eventId, title: 'x', price: 650, quantity: 2, participants };
  const order = await api.send('POST /api/order/create', {
    token: other.token,
    body: { cartItems: [line] },
    headers: { 'idempotency-key': `deneme-${round}` },
  });
  expect(order.status).toBe(201);
});

const exportOf = (address: string) =>
  api.send('POST /api/admin/people/export', { body: { email: address }, token: admin.token });
const erase = (address: string) =>
  api.send('POST /api/admin/people/erase', { body: { email: address }, token: admin.token });

describe('exporting an address', () => {
  test('and erasing it needs a whole one', async () => {
    for (const key of ['POST /api/admin/people/export', 'POST /api/admin/people/erase'] as const)
      expect((await api.send(key, { body: { email: 'nazli' }, token: admin.token })).status).toBe(422);
  });

  test('works without an account, and writes an audit entry without personal data', async () => {
    const { body } = await exportOf(email);
    expect(body).toMatchObject({
      account: null,
      sessions: [],
      cart: [],
      orders: [],
      seats: [{ event_title: 'Yaratıcı Drama', name: 'Nazlı', surname: 'Gündoğdu', email }],
      enquiries: [
        { email, message: 'Kimse bilmesin.', phone_number: '+905320000000', consent_version: expect.any(String) },
      ],
    });
    const trace = (await api.ctx.db.select().from(auditLog)).filter((entry) => entry.action === 'export');
    expect(trace).toMatchObject([{ actor_id: admin.id, entity: 'person' }]);
    expect(JSON.stringify(trace)).not.toContain('nazli');
  });

  test('of a buyer returns account, orders and mails in the outbox', async () => {
    const { body } = await exportOf(other.email);
    expect(body).toMatchObject({
      account: { id: other.id, email: other.email },
      sessions: [{ current: false }],
      orders: [{ quantity: 2, participants: [{ name: 'Nazlı' }, { name: 'Kaan' }] }],
      seats: [],
      enquiries: [],
    });
    expect((body.mails as unknown[]).length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password_hash|token_hash/);
  });

  test('of an address that registered and opened no link returns what was typed there', async () => {
    const typed = { name: 'Ada', surname: 'Er', phone_number: '+905321112233' };
    const cart = [{ product_id: eventId, quantity: 2 }];
    const address = `bekleyen${round}@ornek.com`;
    const body = { ...typed, email: address, password: 'pamuk-iplik-42-kedi', cart };
    expect((await api.send('POST /api/register', { body })).status).toBe(201);
    const { body: copy } = await exportOf(address);
    expect(copy).toMatchObject({
      account: { email: address, activated_at: null },
      registrations: [
        { ...typed, cart: [{ event_title: 'Yaratıcı Drama', quantity: 2 }], created_at: expect.any(String) },
      ],
    });
    expect(JSON.stringify(copy)).not.toMatch(/argon2|password_hash|token_hash/);
    const shown = readDataCopy(copy).find(({ title }) => title === 'Etkinleştirilmeyi bekleyen kayıtlar');
    expect(shown?.rows[0]?.map(({ label }) => label)).toEqual(['Ad', 'Soyad', 'Telefon', 'Sepet', 'Tarih']);
    expect((await erase(address)).body).toMatchObject({ erased: { account: 1 } });
    expect((await exportOf(address)).body).toMatchObject({ account: null, registrations: [] });
  });

  test('of a stranger returns nothing, and erasing it says so', async () => {
    expect((await exportOf('kimse@ornek.com')).body).toMatchObject({ account: null, orders: [], enquiries: [] });
    const { body } = await erase('kimse@ornek.com');
    expect(body).toEqual({
      message: 'Bu e-posta adresiyle ilgili kayıt bulunamadı.',
      erased: { account: 0, orders: 0, seats: 0, enquiries: 0, comments: 0, mails: 0 },
    });
  });
});

describe('erasing', () => {
  test('a participant removes their name from the order of another user and keeps the order', async () => {
    await erase('nazli-baska@ornek.com');
    // The buyer was an admin, and an order they entered by phone left a reply that is no list of orders.
    await api.ctx.db.update(users).set({ role: 'admin' }).where(eq(users.id, other.id));
    const byPhone = { product_id: eventId, fullName: 'Ada Su', phone_number: `053200000${round + 10}` };
    const entered = await api.send('POST /api/admin/orders', {
      token: other.token,
      body: { ...byPhone, participants: [{ fullName: 'Ada Su' }] },
      headers: { 'idempotency-key': 'telefon' },
    });
    expect(entered.status).toBe(201);
    await api.ctx.db.update(users).set({ role: 'user' }).where(eq(users.id, other.id));
    const { body } = await erase(email);
    expect(body).toEqual({
      message: 'Bu e-posta adresiyle ilgili her şey silindi.',
      // The receipt of the enquiry waits.
      erased: { account: 0, orders: 1, seats: 0, enquiries: 1, comments: 0, mails: 1 },
    });
    const mine = await api.send('GET /api/my-orders', { token: other.token });
    const participants = [{ name: 'Silinmiş kişi', surname: '' }, { name: 'Kaan' }];
    expect(mine.body).toMatchObject([{ quantity: 2, buyer_email: other.email, participants }]);
    const search = (query: string) =>
      api.send('GET /api/admin/orders', { query: { search: query }, token: admin.token }).then((answer) => answer.body);
    expect((await search('gundogdu')).some((order) => order.buyer_email === other.email)).toBe(false);
    expect((await search('kaan')).some((order) => order.buyer_email === other.email)).toBe(true);
    const replies = await api.ctx.db.select().from(idempotencyKeys);
    expect(JSON.stringify(replies.filter((row) => row.user_id === other.id))).not.toContain('Nazlı');
  });

  test('a buyer frees the seats of events to come, told before and to the practice, and leaves those of past ones', async () => {
    const past = await addProduct(api.ctx, { title: 'Geçmiş Atölye' });
    const line = { id: past, title: 'x', price: 650, quantity: 1, participants: [{ fullName: 'Kaan Er' }] };
    await checkout(api, other.token, [line]);
    await changeProduct(api.ctx, past, { starts_at: api.ctx.clock() });
    const own = eq(orders.buyer_email, other.email);
    const [order] = await api.ctx.db
      .select()
      .from(orders)
      .where(and(own, eq(orders.product_id, eventId)));
    const { id, code } = order as typeof orders.$inferSelect;
    expect((await setStatus(api, admin, id, 'paid')).status).toBe(200);
    const [stock, pastStock] = [await readStock(api.ctx, eventId), await readStock(api.ctx, past)];

    const body = { email: other.email };
    const preview = await api.send('POST /api/admin/people/preview', { token: admin.token, body });
    const event = { code, event_title: 'Yaratıcı Drama', quantity: 2 };
    expect(preview.body).toMatchObject({ account: true, orders: 2, enquiries: 0, seats: [event] });
    expect((await erase(other.email)).body).toMatchObject({ erased: { account: 1, orders: 2, seats: 2 } });

    expect(await readStock(api.ctx, eventId)).toBe(stock + 2);
    expect(await readStock(api.ctx, past)).toBe(pastStock);
    const rows = await api.ctx.db
      .select()
      .from(orders)
      .where(inArray(orders.product_id, [eventId, past]));
    expect(rows.find((row) => row.id === id)?.status).toBe('cancelled');
    expect(rows.find((row) => row.product_id === past)?.status).toBe('reserved');
    const refunds = await api.send('GET /api/admin/refunds', { token: admin.token });
    expect(refunds.body.filter((refund) => refund.code === code)).toMatchObject([{ amount: 1300, state: 'asked' }]);
    const told = (await api.ctx.db.select().from(mails)).filter(({ kind }) => kind === 'seats_freed');
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told)).toContain(code);
    expect(JSON.stringify(told)).toContain('1.300');
    expect(JSON.stringify(told)).not.toContain(other.email);
  });

  test('everybody of an order leaves no trace in the database', async () => {
    await erase(email);
    await erase(other.email);
    const dump = await dumpDatabase(api.ctx);
    expect(dump).not.toContain(email);
    expect(dump).not.toContain(other.email);
    const kept = await api.ctx.db.select().from(orders);
    expect(kept.filter((row) => row.buyer_email === null && row.quantity === 2).length).toBeGreaterThan(0);
    expect((await api.send('GET /api/me', { token: other.token })).status).toBe(401);
  });

  test('reaches an address that an earlier version stored and nobody could write now', async () => {
    const { id, token } = await api.signUp({ email: `eski${round}@ornek.com` });
    const old = `es..ki${round}@ornek.com`;
    await api.ctx.db.update(users).set({ email: old }).where(eq(users.id, id));
    const copy = { token: admin.token, body: { email: old } };
    expect((await api.send('POST /api/admin/people/export', copy)).body.account).toMatchObject({ id });
    expect((await erase(old)).status).toBe(200);
    expect((await api.send('GET /api/me', { token })).status).toBe(401);
  });

  test('is refused for the last admin, and possible once there is another', async () => {
    const { status, body } = await erase(admin.email);
    expect([status, body.code]).toEqual([409, 'last_admin']);
    const next = await api.signUp({ role: 'admin', email: `yeni${round}@ornek.com` });
    expect((await erase(admin.email)).status).toBe(200);
    expect((await api.send('GET /api/me', { token: admin.token })).status).toBe(401);
    expect((await api.ctx.db.select().from(users)).some((user) => user.email === admin.email)).toBe(false);
    admin = next;
  });
});
