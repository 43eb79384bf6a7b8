import { eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { cartLine, participants } from '../load/cartLines.ts';
import { countReplies } from '../load/checkouts.ts';
import { readAudit } from './changeLog.ts';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';
import { addProduct, callOff, checkout, editProduct, readStock, recordPayment, setStatus } from './shop.ts';

const api = await openTestApi();
const admin = (await api.signUp({ role: 'admin' })).token;

const nothing = { account: 0, orders: 0, seats: 0, enquiries: 0, comments: 0, mails: 0 };
const caller = { fullName: 'Ayşe Nur Yılmaz', phone_number: '0532 123 45 67' };
const enter = (body: object) => api.send('POST /api/admin/orders', { token: admin, body });
const list = async (query: Record<string, string>) =>
  (await api.send('GET /api/admin/orders', { token: admin, query })).body;
const readDue = async (query: Record<string, string>) =>
  (await api.send('GET /api/admin/orders/due', { token: admin, query })).body;

describe('an order entered for somebody on the phone', () => {
  test('takes its seats, names buyer and phone, and is found by both', async () => {
    const product_id = await addProduct(api.ctx, { title: 'Telefon', stock: 5 });
    const { status, body } = await enter({ ...caller, product_id, participants: participants(2) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      event_title: 'Telefon',
      quantity: 2,
      price: 1300,
      status: 'reserved',
      buyer_email: null,
    });
    expect(body.participants).toHaveLength(2);
    expect(await readStock(api.ctx, product_id)).toBe(3);
    for (const search of ['ayşe nur', '5321234567', body.code]) {
      expect(await list({ search })).toMatchObject([
        { id: body.id, product_id, buyer_name: 'Ayşe Nur Yılmaz', buyer_phone: '+905321234567' },
      ]);
    }
    const search = { token: admin, query: { search: body.code } };
    const { body: found } = await api.send('GET /api/admin/checkouts', search);
    expect(found).toMatchObject([{ code: body.code, buyer_phone: '+905321234567' }]);
    expect(await readAudit(api, body.id)).toMatchObject([
      { action: 'add', entity: 'order', after: { status: 'reserved', quantity: 2 } },
    ]);
    expect(await api.ctx.db.$count(mails, isNotNull(mails.content))).toBe(0);
  });

  test('sends the confirmation where there is an address, in the words of its status', async () => {
    const product_id = await addProduct(api.ctx);
    const order = { ...caller, product_id, participants: participants(1) };
    await enter({ ...order, email: 'arayan@ornek.com', status: 'paid' });
    const [mail] = await mailsTo(api, 'arayan@ornek.com');
    expect(mail?.text).toContain('Merhaba Ayşe Nur Yılmaz');
    expect(mail?.text).toContain('Ödemeniz kayıtlı.');
    expect(mail?.text).not.toContain('havale');
  });

  test('sends a confirmation without a word of paying where nothing costs anything', async () => {
    const product_id = await addProduct(api.ctx, { price_kurus: 0 });
    const order = { ...caller, product_id, participants: participants(1) };
    await enter({ ...order, email: 'bedelsiz@ornek.com', status: 'reserved' });
    const [mail] = await mailsTo(api, 'bedelsiz@ornek.com');
    expect(mail?.text).toContain('Toplam: Ücretsiz');
    expect(mail?.text).not.toMatch(/ödeme|₺/i);
  });

  test('is never said to be among the orders of an account, and cancelled by a reply after a move', async () => {
    const product_id = await addProduct(api.ctx);
    const order = { ...caller, phone_number: '0535 000 00 01', product_id, participants: participants(1) };
    const { body } = await enter({ ...order, email: 'hesapsiz@ornek.com' });
    await recordPayment(api, { token: admin }, body.code, 100);
    await editProduct(api, { token: admin }, product_id, { time: '16:00' });
    await api.send('POST /api/admin/product/:id/notice', { token: admin, params: { id: product_id } });
    await setStatus(api, { token: admin }, body.id, 'cancelled');
    await setStatus(api, { token: admin }, body.id, 'reserved');
    await callOff(api, { token: admin }, product_id);
    const sent = await mailsTo(api, 'hesapsiz@ornek.com');
    expect(sent.map(({ kind }) => kind)).toEqual([
      ...['order_confirmation', 'payment_partial', 'event_moved', 'order_cancelled', 'order_reserved'],
      'event_cancelled',
    ]);
    expect(sent.filter(({ text, html }) => /siparişlerim|\/orders/i.test(text + html))).toEqual([]);
    expect(sent.find(({ kind }) => kind === 'event_moved')?.text).toMatch(
      /bu atölyedeki yerinizi .* bu e-postayı yanıtlayarak ya da bizi arayarak iptal edebilirsiniz; onun için ödediğinizin tamamı/,
    );
  });

  test('is entered once for each key, also by two requests at once', async () => {
    const product_id = await addProduct(api.ctx, { stock: 8 });
    const send = (quantity: number, key: string) =>
      api.send('POST /api/admin/orders', {
        token: admin,
        body: { ...caller, phone_number: '0533 000 00 01', product_id, participants: participants(quantity) },
        headers: { 'idempotency-key': key },
      });
    const [first, second] = await Promise.all([send(2, 'bir'), send(2, 'bir')]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await send(3, 'bir')).body.code).toBe('idempotency_mismatch');
    expect(await readStock(api.ctx, product_id)).toBe(6);
    // Without a key, or with another one, it is another order.
    expect((await send(2, 'iki')).body.id).not.toBe(first.body.id);
    expect(await readStock(api.ctx, product_id)).toBe(4);
  });

  test('is refused as a checkout is', async () => {
    const few = await addProduct(api.ctx, { stock: 1 });
    const started = await addProduct(api.ctx, { date: '2020-01-01' });
    const order = (product_id: string, quantity: number) =>
      enter({ ...caller, product_id, participants: participants(quantity) });
    expect((await order(few, 2)).body).toMatchObject({ code: 'stock_exhausted', items: [{ id: few, remaining: 1 }] });
    expect((await order(few, 11)).body.code).toBe('limit_reached');
    expect((await order(started, 1)).body.code).toBe('not_on_sale');
    expect((await order('x', 1)).status).toBe(404);
    expect((await order(few, 0)).status).toBe(422);
    for (const wrong of [
      { phone_number: '12' },
      { fullName: ' ' },
      { fullName: '0532' },
      { status: 'cancelled' },
      { email: 'x' },
    ]) {
      const body = { ...caller, product_id: few, participants: participants(1), ...wrong };
      expect(Object.keys((await enter(body)).body.fields ?? {})).toEqual(Object.keys(wrong));
    }
  });

  test('a phone number holds ten seats of a product, and seats are not sold twice, whoever buys beside', async () => {
    const product_id = await addProduct(api.ctx, { stock: 12 });
    const order = () => enter({ ...caller, product_id, participants: participants(6) });
    expect(countReplies(await Promise.all([order(), order()]))).toEqual({ 201: 1, limit_reached: 1 });
    const { token } = await api.signUp();
    const other = enter({ ...caller, phone_number: '0533 000 00 00', product_id, participants: participants(4) });
    const both = await Promise.all([other, checkout(api, token, [cartLine(product_id, 4)])]);
    expect(countReplies(both)).toEqual({ 201: 1, stock_exhausted: 1 });
    expect(await readStock(api.ctx, product_id)).toBe(2);
  });

  test('is erased with the person: no name, phone or address stays', async () => {
    const product_id = await addProduct(api.ctx);
    const { body } = await enter({ ...caller, product_id, participants: participants(1), email: 'silin@ornek.com' });
    await api.send('POST /api/admin/people/erase', { token: admin, body: { email: 'silin@ornek.com' } });
    const row = (await api.ctx.db.select().from(orders)).find(({ id }) => id === body.id);
    expect(row).toMatchObject({ buyer_name: null, buyer_email: null, buyer_phone: null });
    expect(row?.search).not.toMatch(/ayse nur|5321234567|silin@/);
  });

  test('is copied and erased by the number of whoever left no address; what others bought stays', async () => {
    const question = { question: 'Alerjiniz var mı?', question_kind: 'optional' } as const;
    const product_id = await addProduct(api.ctx, { title: 'Numara', stock: 9, ...question });
    const phone_number = '0534 765 43 21';
    const people = [{ fullName: 'Nazlı Gündoğdu', answer: 'Fıstık' }, { fullName: 'Kaan Er' }];
    const { body } = await enter({ fullName: 'Nazlı Gündoğdu', phone_number, product_id, participants: people });
    const neighbour = await enter({ ...caller, product_id, participants: participants(1) });
    const ask = (call: 'export' | 'preview' | 'erase', sent: object = { phone_number }) =>
      api.send(`POST /api/admin/people/${call}`, { token: admin, body: sent });

    expect((await ask('export')).body).toMatchObject({
      account: null,
      orders: [{ code: body.code, buyer_phone: '+905347654321', participants: [{ name: 'Nazlı' }, { name: 'Kaan' }] }],
      answers: [{ answer: 'Fıstık' }],
    });
    expect((await ask('preview')).body).toMatchObject({
      orders: 1,
      seats: [{ code: body.code, event_title: 'Numara', quantity: 2 }],
    });
    const erased = await ask('erase');
    expect([erased.status, erased.body.erased]).toEqual([200, { ...nothing, orders: 1, seats: 2 }]);
    expect(await readStock(api.ctx, product_id)).toBe(8);
    const rows = await api.ctx.db.select().from(orders).where(eq(orders.product_id, product_id));
    expect(rows.find(({ id }) => id === body.id)).toMatchObject({
      ...{
        buyer_name: null,
        buyer_phone: null,
        status: 'cancelled',
        search: expect.not.stringMatching(/nazli|5347654321/),
      },
    });
    expect(rows.find(({ id }) => id === neighbour.body.id)).toMatchObject({ buyer_name: caller.fullName });
    expect(JSON.stringify(await api.ctx.db.select().from(auditLog))).not.toMatch(/Nazlı|5347654321/);
    expect((await ask('export')).body).toMatchObject({ orders: [], answers: [] });
    expect((await ask('erase')).body).toEqual({
      message: 'Bu numarayla girilmiş sipariş bulunamadı.',
      erased: nothing,
    });
    for (const [sent, field] of [
      [{}, 'email'],
      [{ email: '', phone_number }, 'email'],
      [{ phone_number: '12' }, 'phone_number'],
    ] as const) {
      const refused = await ask('erase', sent);
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]]);
    }
  });
});

describe('what is not paid yet', () => {
  test('is listed by status and added up over all pages', async () => {
    const buyer = await api.signUp();
    await api.ctx.db.update(users).set({ phone_number: '+905550000000' });
    const product_id = await addProduct(api.ctx, { title: 'Borç', price_kurus: 65_050 });
    await checkout(api, buyer.token, [cartLine(product_id, 3)]);
    await enter({ ...caller, product_id, participants: participants(1), status: 'paid' });
    const unpaid = await list({ product_id, status: 'reserved' });
    expect(unpaid.map((order) => [order.quantity, order.buyer_phone])).toEqual([[3, '+905550000000']]);
    expect(await list({ product_id })).toHaveLength(2);
    expect(await readDue({ product_id })).toEqual({ checkouts: 1, due: 1951.5 });
    expect(await readDue({ product_id, status: 'paid' })).toEqual({ checkouts: 0, due: 0 });
    expect(await readDue({ search: 'nobody' })).toEqual({ checkouts: 0, due: 0 });
  });
});
