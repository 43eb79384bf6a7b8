import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orders, participants } from '../../src/api/orders/orders.tables.ts';
import { readCodes } from '../../src/api/tickets/tickets.service.ts';
import { orderTexts } from '../../src/contract/orders.texts.ts';
import type { Order } from '../../src/contract/orders.ts';
import { waitlistTexts } from '../../src/contract/waitlist.texts.ts';
import { hourMs } from '../../src/shared/time.ts';
import { cartLine, cartLines } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { countSeats, join, moveEvent, ownEntry, soldOut, startIn } from './line.ts';
import { mailsTo, queuedMails } from './mails.ts';
import {
  addProduct,
  askRefund,
  callOff,
  cancelOrder,
  cancelOwn,
  changeProduct,
  checkout,
  linkSeat,
  readCheckout,
  readStock,
  recordPayment,
  releaseCheckout,
  setStatus,
  takeSeat,
} from './shop.ts';

let admin: { token: string };
let buyer: { id: string; email: string; token: string };

const api = await openTestApi({ RATE_LIMIT_FACTOR: '100' });
beforeEach(async () => {
  admin = await api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
  buyer = await api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
});

/** Buys seats at 650 lira each, and pays so much of them. */
async function buy(product: string, seats: number, paid = 0) {
  const { body } = await checkout(api, buyer.token, [cartLine(product, seats)]);
  const { id, code } = body.orders[0]!;
  if (paid) await pay(code, paid);
  return { id, code };
}
const pay = (code: string, amount: number) => recordPayment(api, admin, code, amount);
const preview = async (id: string, seats?: string) =>
  (
    await api.send('GET /api/my-orders/:id/cancellation', {
      token: buyer.token,
      params: { id },
      query: seats ? { participants: seats } : {},
    })
  ).body;
const cancel = (id: string, expected_refund: number, seats?: number[]) =>
  cancelOwn(api, buyer, id, expected_refund, seats);
const refunds = async (code: string) =>
  (await readCheckout(api, buyer, code)).refunds.map(({ amount, state }) => [amount, state]);

describe('a buyer who cancels', () => {
  test('gets a sum back that is more than any price', async () => {
    const { id, code } = await buy(await addProduct(api.ctx, { price_kurus: 15_000_000 }), 10, 1_500_000);
    expect(await preview(id)).toMatchObject({ refund: 1_500_000 });
    expect((await cancel(id, 1_500_000)).status).toBe(200);
    expect(await refunds(code)).toEqual([[1_500_000, 'asked']]);
    const dearest = await Promise.all([1, 2, 3].map(() => addProduct(api.ctx, { price_kurus: 100_000_000 })));
    const { status, body } = await checkout(api, buyer.token, cartLines(dearest, 10));
    expect([status, body.message]).toEqual([422, orderTexts.tooMuch]);
  });

  test('sees what comes back, gets it as a task, and the seats go on', async () => {
    const product = await addProduct(api.ctx, { stock: 2 });
    const { id, code } = await buy(product, 2, 1300);
    const next = await join(api, product, 2);
    expect(await preview(id)).toMatchObject({ allowed: true, refund: 1300, percent: 100, reason: null });
    const changed = await cancel(id, 100);
    expect([changed.status, changed.body.code]).toEqual([409, 'terms_changed']);
    expect(changed.body).toMatchObject({ cancellation: { refund: 1300 } });
    const { status, body } = await cancel(id, 1300);
    expect([status, body.status, await refunds(code)]).toEqual([200, 'cancelled', [[1300, 'asked']]]);
    expect((await ownEntry(api, next))?.state).toBe('offered');
    const again = await cancel(id, 1300);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect(await preview(id)).toMatchObject({ allowed: false, refund: 0 });
    const mails = await mailsTo(api, buyer.email);
    expect(mails.filter(({ kind }) => kind === 'seats_cancelled')).toHaveLength(1);
    expect(mails.at(-1)?.attachments?.[0]?.content).toContain('STATUS:CANCELLED');
    expect(await countSeats(api, product)).toBe(2);
  });

  test('of one event of an order is told that the others stand and what is to be paid, also where an admin does', async () => {
    const ids = [await addProduct(api.ctx), await addProduct(api.ctx), await addProduct(api.ctx)];
    const { body } = await checkout(api, buyer.token, cartLines(ids));
    const [first, second, third] = body.orders as [Order, Order, Order];
    await pay(first.code, 700);
    await cancel(first.id, 650);
    await cancelOrder(api, admin, second.id);
    await cancel(third.id, 50);
    const told = (await mailsTo(api, buyer.email)).filter(({ kind }) => kind.endsWith('cancelled'));
    expect(told.map(({ subject }) => subject.split(' ')[0])).toEqual(['Yeriniz', 'Yeriniz', 'Siparişiniz']);
    expect(told.map(({ text }) => /diğer yerler duruyor.*$/m.exec(text)?.[0].replace('\u00a0', ' '))).toEqual([
      'diğer yerler duruyor; onlar için 1.250 ₺ ödenecek.',
      'diğer yerler duruyor; onlar için 600 ₺ ödenecek.',
      undefined,
    ]);
  });

  test('of some seats is told what is to be paid for those that stay', async () => {
    const { id } = await buy(await addProduct(api.ctx), 3, 700);
    await cancel(id, 650, [2]);
    const [mail] = (await mailsTo(api, buyer.email)).filter(({ kind }) => kind === 'seats_cancelled');
    expect(mail?.text).toContain('2 kişilik yeriniz duruyor.');
    expect(mail?.text).toContain('Siparişinizin kalanı için 1.250\u00a0₺ ödenecek.');
  });

  test('may cancel single participants: price and quantity fall, positions stay', async () => {
    const product = await addProduct(api.ctx, { stock: 5 });
    const { id, code } = await buy(product, 3, 1950);
    const { id: other } = await buy(await addProduct(api.ctx), 2);
    expect(await preview(id, '2')).toMatchObject({ refund: 650 });
    const { body } = await cancel(id, 650, [2]);
    const orders = (await api.send('GET /api/my-orders', { token: buyer.token })).body;
    expect(orders.find((order) => order.id === other)?.participants).toHaveLength(2);
    expect(body).toMatchObject({ quantity: 2, price: 1300, status: 'paid' });
    expect(body.participants.map(({ position }) => position)).toEqual([1, 3]);
    expect((await cancel(id, 650, [2])).status).toBe(422);
    expect((await cancel(id, 650, [9])).status).toBe(422);
    for (const noPosition of [true, [1], '1', '0x1'])
      expect((await cancel(id, 650, [noPosition as unknown as number])).status).toBe(422);
    // Cancelled whole by an admin and taken back, the seat that was paid back stays so.
    await cancelOrder(api, admin, id);
    expect(await refunds(code)).toEqual([
      [650, 'asked'],
      [1300, 'asked'],
    ]);
    await setStatus(api, admin, id, 'reserved');
    expect(await refunds(code)).toEqual([
      [650, 'asked'],
      [1300, 'void'],
    ]);
    expect((await cancel(id, 1300, [1, 3])).body.status).toBe('cancelled');
    expect(await readStock(api.ctx, product)).toBe(5);
  });

  test('never gets back more than was paid and is not being paid back', async () => {
    const { id, code } = await buy(await addProduct(api.ctx), 2, 800);
    expect(await preview(id, '1')).toMatchObject({ refund: 650 });
    await cancel(id, 650, [1]);
    expect(await preview(id)).toMatchObject({ refund: 150 });
    await cancel(id, 150);
    expect(await refunds(code)).toEqual([
      [650, 'asked'],
      [150, 'asked'],
    ]);
    const unpaid = await buy(await addProduct(api.ctx), 1);
    expect(await preview(unpaid.id)).toMatchObject({ refund: 0, percent: 100 });
    const withoutSum = { token: buyer.token, params: { id: unpaid.id }, body: {} };
    expect((await api.send('POST /api/my-orders/:id/cancel', withoutSum)).status).toBe(422);
    expect((await cancel(unpaid.id, 0)).status).toBe(200);
  });

  test.each([
    ['48 hours and a minute before the start', 48 * hourMs + 60_000, 100],
    ['a second less than 48 hours before', 48 * hourMs - 1000, 0],
  ])('%s', async (_, distance, percent) => {
    const product = await addProduct(api.ctx, startIn(api, 24 * 30));
    const { id } = await buy(product, 1, 650);
    const starts_at = new Date(api.ctx.clock().getTime() + distance);
    await changeProduct(api.ctx, product, { starts_at });
    const refund = percent === 100 ? 650 : 0;
    expect(await preview(id)).toMatchObject({ allowed: true, percent, refund });
    if (percent) expect(Date.parse((await preview(id)).until as string)).toBe(starts_at.getTime() - 48 * hourMs);
    else expect((await preview(id)).until).toBeNull();
    expect((await cancel(id, refund)).status).toBe(200);
  });

  test('has 14 days where the product has the right of withdrawal, and nothing after the start', async () => {
    const product = await addProduct(api.ctx, { ...startIn(api, 40), withdrawal: 'days_14' });
    const { id } = await buy(product, 1, 650);
    expect(await preview(id)).toMatchObject({ percent: 100, refund: 650 });
    await moveEvent(api, product, startIn(api, -1));
    expect(await preview(id)).toMatchObject({ allowed: false, refund: 0, percent: 0, until: null });
    const late = await cancel(id, 0);
    expect([late.status, late.body.code]).toEqual([409, 'too_late']);
  });

  test.each([
    ['a minute before 14 × 24 hours after the order are over', 60_000, 100],
    ['a second after them the hours before the start count', -1000, 0],
  ])('with the right of withdrawal: %s', async (_, left, percent) => {
    const product = await addProduct(api.ctx, { ...startIn(api, 40), withdrawal: 'days_14' });
    const { id } = await buy(product, 1, 650);
    const end = new Date(api.ctx.clock().getTime() + left);
    const created_at = new Date(end.getTime() - 14 * 24 * hourMs);
    await api.ctx.db.update(orders).set({ created_at }).where(eq(orders.id, id));
    const until = percent ? end.toISOString() : null;
    expect(await preview(id)).toMatchObject({ allowed: true, percent, refund: percent ? 650 : 0, until });
  });

  test('floods no stranger whose address stands with the seats: sixty times an hour', async () => {
    const limited = await openTestApi();
    const { token } = await limited.signUp();
    const events = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => addProduct(limited.ctx)));
    const participants = Array.from({ length: 10 }, () => ({ fullName: 'Ada Er', email: 'kurban@ornek.org' }));
    const cartItems = events.map((id) => ({ id, quantity: 10, participants }));
    const { orders: lines } = (await checkout(limited, token, cartItems)).body;
    const statuses: number[] = [];
    for (const { id } of lines)
      for (let position = 1; position <= 10 && statuses.length < 61; position += 1) {
        statuses.push((await cancelOwn(limited, { token }, id, 0, [position])).status);
      }
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
    expect(await mailsTo(limited, 'kurban@ornek.org')).toHaveLength(60);
  });

  test("cannot touch somebody else's order", async () => {
    const { id } = await buy(await addProduct(api.ctx), 1);
    const stranger = await api.signUp();
    const call = { token: stranger.token, params: { id } };
    expect((await api.send('GET /api/my-orders/:id/cancellation', call)).status).toBe(404);
    expect((await cancelOwn(api, stranger, id)).status).toBe(404);
  });
});

describe('an admin', () => {
  const look = async (id: string, participants?: string) =>
    (
      await api.send('GET /api/admin/orders/:id/cancellation', {
        ...admin,
        params: { id },
        query: participants ? { participants } : {},
      })
    ).body;
  const take = (id: string, expected_refund: number, positions?: number[]) =>
    api.send('POST /api/admin/orders/:id/cancel', {
      ...{ ...admin, params: { id } },
      body: { expected_refund, participants: positions },
    });
  const rename = (id: string, position: number, fullName: string) =>
    api.send('PATCH /api/admin/orders/:id/participants/:position', {
      ...{ ...admin, params: { id, position: String(position) } },
      body: { fullName },
    });
  /** An order that an admin entered for somebody on the phone, paid. */
  async function enter(product_id: string, names: string[], email?: string) {
    const participants = names.map((fullName) => ({ fullName }));
    const caller = { fullName: 'Deniz Su', phone_number: '0532 123 45 67', email };
    const body = { product_id, ...caller, participants, status: 'paid' as const };
    return (await api.send('POST /api/admin/orders', { ...admin, body })).body;
  }

  test('cancels single seats of an order made by phone, and its buyer is told who has no account', async () => {
    const product = await addProduct(api.ctx, { stock: 3 });
    const email = `${crypto.randomUUID()}@ornek.com`;
    const { id, code } = await enter(product, ['Ada Er', 'Can Er', 'Ece Er'], email);
    const next = await join(api, product, 1);
    const notices = async () => (await queuedMails(api, 'cancellation_notice')).length;
    const before = await notices();
    expect(await look(id, '2')).toMatchObject({ allowed: true, refund: 650, full_refund: 650, percent: 100 });
    const changed = await take(id, 100, [2]);
    expect([changed.body.code, changed.body]).toMatchObject([
      'terms_changed',
      { cancellation: { refund: 650, full_refund: 650 } },
    ]);
    const { status, body } = await take(id, 650, [2]);
    expect([status, body]).toMatchObject([200, { quantity: 2, price: 1300, status: 'paid' }]);
    expect(body.participants).toMatchObject([
      { position: 1, ticket_url: null },
      { position: 3, ticket_url: null },
    ]);
    expect((await ownEntry(api, next))?.state).toBe('offered');
    expect((await take(id, 650, [2])).status).toBe(422);
    const tasks = await api.send('GET /api/admin/refunds', { ...admin, query: { state: 'asked' } });
    expect(tasks.body.find((task) => task.code === code)).toMatchObject({
      amount: 650,
      reason: 'Yaratıcı Drama: 1 yer iptal edildi',
    });
    const mail = (await mailsTo(api, email)).at(-1);
    expect(mail?.text).toContain('siparişinizden 1 kişi çıkarıldı; 2 kişilik yeriniz duruyor.');
    expect(mail?.text).not.toContain('/orders');
    expect(await notices()).toBe(before);
    const entries = await api.send('GET /api/admin/audit', { ...admin, query: { entity: 'order', entity_id: id } });
    expect(entries.body[0]).toMatchObject({ action: 'cancel', before: { quantity: 3 }, after: { quantity: 2 } });
    expect(await countSeats(api, product)).toBe(3);
  });

  test('sees of a late cancellation what the terms bring and what was paid, and gives back one of them', async () => {
    const product = await addProduct(api.ctx, startIn(api, 24));
    const { id, code } = await enter(product, ['Ada Er', 'Can Er', 'Ece Er']);
    expect(await look(id, '1')).toMatchObject({ refund: 0, full_refund: 650, percent: 0 });
    expect((await take(id, 300, [1])).body.code).toBe('terms_changed');
    // The choice is the practice's: a buyer who asks for what was paid gets nothing of it.
    expect((await cancel((await buy(product, 1, 650)).id, 650)).body.code).toBe('terms_changed');
    const sums = async () => {
      const { body } = await api.send('GET /api/admin/checkouts', { ...admin, query: { search: code } });
      return body.map(({ kept, open, refunds: tasks }) => [kept, open, tasks.map(({ amount }) => amount)]);
    };
    expect([(await take(id, 0, [1])).status, await sums()]).toEqual([200, [[650, 0, []]]]);
    expect([(await take(id, 650, [2])).status, await sums()]).toEqual([200, [[650, 0, [650]]]]);
    expect([(await take(id, 650)).body.status, await sums()]).toEqual(['cancelled', [[650, 0, [650, 650]]]]);
    expect((await take(id, 0)).body.code).toBe('conflict');
  });

  test('gives back only what the seats that stay do not need', async () => {
    const { id, code } = await buy(await addProduct(api.ctx), 2, 800);
    expect([await preview(id, '1'), await look(id, '1')]).toMatchObject([
      { refund: 650 },
      { refund: 150, full_refund: 150 },
    ]);
    expect(await preview(id, '1')).not.toHaveProperty('full_refund');
    expect((await take(id, 150, [1])).body).toMatchObject({ quantity: 1, status: 'paid' });
    expect(await refunds(code)).toEqual([[150, 'asked']]);
  });

  test('and the buyer who cancel one seat at a time free it once', async () => {
    const product = await addProduct(api.ctx, { stock: 3 });
    const { id, code } = await buy(product, 3, 1950);
    const answers = await Promise.all([take(id, 650, [2]), cancel(id, 650, [2])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect([await refunds(code), await readStock(api.ctx, product)]).toEqual([[[650, 'asked']], 1]);
    expect(await countSeats(api, product)).toBe(3);
  });

  test('mends a name until the start, also of a seat that was handed on', async () => {
    const product = await addProduct(api.ctx);
    const { id } = await buy(product, 2);
    await takeSeat(api, await linkSeat(api, buyer, id, 2), 'Ece Isik', 'ece.isik@ornek.com');
    expect((await rename(id, 2, 'Ece Işıkk')).body.participants[1]).toMatchObject({ name: 'Ece', surname: 'Işıkk' });
    const found = await api.send('GET /api/admin/orders', { ...admin, query: { search: 'ısıkk' } });
    expect(found.body.map((order) => order.id)).toEqual([id]);
    const entries = await api.send('GET /api/admin/audit', { ...admin, query: { entity: 'order', entity_id: id } });
    expect(entries.body[0]).toMatchObject({ action: 'rename', before: null, after: { position: 2 } });
    expect((await rename(id, 3, 'Yok Kişi')).status).toBe(404);
    expect((await rename(id, 1, '12345')).body.fields).toEqual({ fullName: waitlistTexts.fullName });
    await moveEvent(api, product, startIn(api, -1));
    expect([(await rename(id, 1, 'Geç Kalan')).body.code, (await take(id, 0, [1])).body.code]).toEqual([
      'too_late',
      'too_late',
    ]);
    expect(await look(id)).toMatchObject({ allowed: false, full_refund: 0 });
  });
});

describe('what a late cancellation does not bring back', () => {
  /** Orders a seat of tomorrow and one of next month in one checkout, and pays so much of the 1.300 lira. */
  async function buyBoth(paid: number) {
    const [soon, far] = [await addProduct(api.ctx, startIn(api, 24)), await addProduct(api.ctx, startIn(api, 24 * 30))];
    const { body } = await checkout(api, buyer.token, [cartLine(soon), cartLine(far)]);
    const { code } = body.orders[0]!;
    await pay(code, paid);
    const rows = await api.ctx.db.select().from(orders).where(eq(orders.code, code));
    const idOf = (product: string) => rows.find(({ product_id }) => product_id === product)!.id;
    return { code, far, late: idOf(soon), early: idOf(far) };
  }
  const mine = (code: string) => readCheckout(api, buyer, code);
  const kept = async (code: string) =>
    (await api.send('GET /api/admin/checkouts', { token: admin.token, query: { search: code } })).body[0]?.kept;
  const lastMail = async () => (await mailsTo(api, buyer.email)).at(-1);

  test('stays with the practice when the other event of the order is called off', async () => {
    const { code, far, late } = await buyBoth(1300);
    expect((await cancel(late, 0)).status).toBe(200);
    expect([await kept(code), await mine(code)]).toMatchObject([650, { state: 'paid', paid: 1300, open: 0 }]);
    await callOff(api, admin, far);
    expect(await refunds(code)).toEqual([[650, 'asked']]);
    expect((await lastMail())?.text).toContain('650\u00a0₺');
    expect((await lastMail())?.text).not.toContain('1.300\u00a0₺');
    expect([await kept(code), (await mine(code)).state]).toEqual([650, 'cancelled']);
  });

  test('of single seats neither, and what was paid beyond the price still comes back', async () => {
    const product = await addProduct(api.ctx, startIn(api, 24));
    const { id, code } = await buy(product, 3, 2000);
    await cancel(id, 0, [1]);
    expect(await kept(code)).toBe(650);
    await callOff(api, admin, product);
    expect(await refunds(code)).toEqual([[1350, 'asked']]);
  });

  test('is never taken from what the lines that stand cost', async () => {
    const { code, late, early } = await buyBoth(650);
    await cancel(late, 0);
    expect([await kept(code), await mine(code)]).toMatchObject([0, { state: 'paid', open: 0 }]);
    expect(await preview(early)).toMatchObject({ percent: 100, refund: 650 });
    // The rest of what was sold is not too much: it pays what was given up late.
    await pay(code, 650);
    expect([(await lastMail())?.kind, await kept(code)]).toEqual(['order_paid', 650]);
    expect((await lastMail())?.text).not.toContain('fazla');
    expect((await cancel(early, 650)).status).toBe(200);
    expect([await refunds(code), await kept(code)]).toEqual([[[650, 'asked']], 650]);
  });

  test('is kept no more where an admin takes the line back or pays it back', async () => {
    const { code, late } = await buyBoth(1300);
    await cancel(late, 0);
    await setStatus(api, admin, late, 'reserved');
    expect([await kept(code), (await mine(code)).open]).toEqual([0, 0]);
    await cancel(late, 0);
    const asked = await askRefund(api, admin, code, 400);
    expect([asked.status, await kept(code), (await mine(code)).open]).toEqual([201, 250, 0]);
  });

  test('and was paid back by an admin is owed again where the line is taken back, and nothing else is', async () => {
    const { code, late } = await buyBoth(1300);
    await cancel(late, 0);
    await askRefund(api, admin, code, 650);
    await askRefund(api, admin, code, 100);
    expect(await mine(code)).toMatchObject({ state: 'paid', open: 0 });
    expect((await setStatus(api, admin, late, 'reserved')).body.status).toBe('reserved');
    expect(await mine(code)).toMatchObject({ state: 'open', open: 650 });
    const alone = await buy(await addProduct(api.ctx, startIn(api, 24)), 1, 650);
    await cancel(alone.id, 0);
    await askRefund(api, admin, alone.code, 650);
    await setStatus(api, admin, alone.id, 'reserved');
    expect(await mine(alone.code)).toMatchObject({ state: 'open', open: 650 });
  });

  test('of a line that comes back is only what was kept of its single seats before', async () => {
    const { id, code } = await buy(await addProduct(api.ctx, startIn(api, 24)), 2, 1300);
    await cancel(id, 0, [2]);
    await cancel(id, 0);
    expect(await kept(code)).toBe(1300);
    await setStatus(api, admin, id, 'reserved');
    expect([await kept(code), await mine(code)]).toMatchObject([650, { state: 'paid', open: 0 }]);
  });
});

describe('a participant', () => {
  const seat = (id: string, position = 1) => ({ token: buyer.token, params: { id, position: String(position) } });
  const link = async (id: string, position = 1) =>
    (await api.send('POST /api/my-orders/:id/participants/:position/transfer', seat(id, position))).body;
  const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1) as string;
  const look = (token: string) => api.send('GET /api/transfers/:token', { params: { token } });
  const take = (token: string, fullName = 'Ece Işık', email = `${crypto.randomUUID()}@ornek.com`) =>
    api.send('POST /api/transfers/:token', { params: { token }, body: { fullName, email, kvkk_consent: true } });

  test('gets a typing mistake in the name mended until the start, and the list finds the new name', async () => {
    const product = await addProduct(api.ctx);
    const { id } = await buy(product, 2);
    const rename = (position: number, fullName: string) =>
      api.send('PATCH /api/my-orders/:id/participants/:position', { ...seat(id, position), body: { fullName } });
    expect((await rename(2, 'Müjgan Özgün')).body.participants[1]).toMatchObject({ name: 'Müjgan', surname: 'Özgün' });
    const found = await api.send('GET /api/admin/orders', { token: admin.token, query: { search: 'mujgan' } });
    expect(found.body.map((order) => order.id)).toEqual([id]);
    expect((await rename(3, 'Yok')).status).toBe(404);
    for (const wrong of [' ', '12345'])
      expect((await rename(1, wrong)).body.fields).toEqual({ fullName: waitlistTexts.fullName });
    await moveEvent(api, product, startIn(api, -1));
    expect((await rename(1, 'Geç Kalan')).body.code).toBe('too_late');
  });

  test('of a cancelled order keeps the name and is not handed on', async () => {
    const { id } = await buy(await addProduct(api.ctx), 1);
    expect((await cancel(id, 0)).status).toBe(200);
    const body = { fullName: 'Müjgan Özgün' };
    const renamed = await api.send('PATCH /api/my-orders/:id/participants/:position', { ...seat(id), body });
    expect([renamed.body.code, await link(id)]).toMatchObject(['conflict', { code: 'conflict' }]);
  });

  test('hands the seat on once, by a link that tells no name and changes nothing when it is opened', async () => {
    const product = await addProduct(api.ctx);
    const { id } = await buy(product, 2);
    const old = await link(id);
    const made = await link(id);
    expect(made.url).toMatch(/^http:\/\/site\.test\/devir\/[\w-]{32}$/);
    expect((await look(tokenOf(old))).status).toBe(410);
    for (const method of ['HEAD', 'GET', 'OPTIONS'])
      await api.app.request(`http://site.test/api/transfers/${tokenOf(made)}`, { method });
    const seen = await look(tokenOf(made));
    expect(seen.body).toEqual({ event_title: 'Yaratıcı Drama', date: '2199-05-10', time: '14:00', location: 'Merkez' });
    const mine = async () => (await api.send('GET /api/my-orders', { token: buyer.token })).body[0]!.participants;
    expect((await mine()).map(({ transfer_until }) => transfer_until)).toEqual([made.expires_at, null]);
    const body = { fullName: 'Ece Işık', email: 'ece@ornek.com' };
    expect((await api.send('POST /api/transfers/:token', { params: { token: tokenOf(made) }, body })).status).toBe(422);
    const answers = await Promise.all([1, 2, 3].map(() => take(tokenOf(made), 'Ece Işık', 'ece@ornek.com')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect((await mine())[0]).toMatchObject({ position: 1, name: 'Ece', surname: 'Işık', transfer_until: null });
    expect([(await look(tokenOf(made))).body.code, (await link(id)) as object]).toMatchObject([
      'link_expired',
      { code: 'conflict' },
    ]);
    const told = await mailsTo(api, 'ece@ornek.com');
    expect(told.map(({ kind }) => kind)).toEqual(['seat_taken_over']);
    expect(told[0]?.text).toContain('Bu yer için 650\u00a0₺ henüz ödenmedi.');
    expect((await mailsTo(api, buyer.email)).at(-1)?.kind).toBe('seat_handed_on');
    const { body: copy } = await api.send('POST /api/admin/people/export', {
      token: admin.token,
      body: { email: 'ece@ornek.com' },
    });
    expect(JSON.stringify(copy)).not.toContain('Deniz 1');
    expect(copy.seats).toEqual([
      expect.objectContaining({ consent_version: expect.any(String), consented_at: expect.any(String) }),
    ]);
    expect(
      (await api.send('GET /api/admin/audit', { token: admin.token, query: { entity_id: id } })).body[0],
    ).toMatchObject({
      action: 'transfer',
      after: { position: 1 },
    });
    const [row] = await api.ctx.db.select().from(participants).where(eq(participants.order_id, id));
    expect([row?.consent_version, row?.consent_at]).toEqual([expect.any(String), expect.any(Date)]);
  });

  test('who took a seat over keeps it when its buyer is erased, and is in the buyer’s data copy by name only', async () => {
    const product = await addProduct(api.ctx, { stock: 4 });
    const { id, code } = await buy(product, 3, 1500);
    const taker = `${crypto.randomUUID()}@ornek.com`;
    await take(tokenOf(await link(id)), 'Ece Işık', taker);
    // A buyer who takes a seat over by the own link keeps it as any of theirs, and loses it as these.
    await take(tokenOf(await link(id, 2)), 'Su Işık', buyer.email);
    const { body: mine } = await api.send('GET /api/my-orders', { token: buyer.token });
    expect(mine[0]!.participants.map(({ handed_on }) => handed_on)).toEqual([true, false, false]);
    expect(mine[0]!.participants.map(({ ticket_url }) => ticket_url !== null)).toEqual([false, true, true]);
    expect((await link(id, 2)).url).toBeTruthy();
    const other = await buy(await addProduct(api.ctx), 1);
    await take(tokenOf(await link(other.id)), 'Ece Işık', taker);
    const { body: copy } = await api.send('GET /api/profile/export', { token: buyer.token });
    expect(JSON.stringify(copy)).toContain('"name":"Ece"');
    expect(JSON.stringify(copy)).not.toContain(taker);
    const [, taken, named] = (copy.orders as { participants: object[] }[])[0]!.participants;
    expect(taken).toMatchObject({ email: buyer.email, consented_at: expect.any(String), checked_in_at: null });
    expect(named).not.toHaveProperty('consented_at');
    const person = { token: admin.token, body: { email: buyer.email } };
    const { body: seen } = await api.send('POST /api/admin/people/preview', person);
    expect(seen.seats).toEqual([expect.objectContaining({ code, quantity: 2 })]);
    const { body } = await api.send('POST /api/admin/people/erase', person);
    expect(body.erased).toMatchObject({ orders: 2, seats: 2 });
    expect((await mailsTo(api, taker)).map(({ kind }) => kind)).toEqual(['seat_taken_over', 'seat_taken_over']);
    expect([await readStock(api.ctx, product), await countSeats(api, product)]).toEqual([3, 4]);
    const rows = await api.ctx.db.select().from(participants).where(eq(participants.order_id, id));
    expect(rows).toMatchObject([{ position: 1, name: 'Ece', email: taker }]);
    const [line] = await api.ctx.db.select().from(orders).where(eq(orders.id, id));
    expect(line).toMatchObject({ quantity: 1, status: 'paid', user_id: null, buyer_email: null, buyer_name: null });
    const tasks = await api.send('GET /api/admin/refunds', { token: admin.token });
    expect(tasks.body.filter((task) => task.code === code)).toMatchObject([{ amount: 850, state: 'asked' }]);
    const held = await readCodes(api.ctx.db, api.ctx, [id, other.id]);
    const tickets = await Promise.all(
      [...held.values()].map(({ code }) => api.send('GET /api/tickets/:code', { params: { code } })),
    );
    const shown = tickets.map(({ body: { name, state } }) => `${name} ${state}`);
    expect(shown.sort()).toEqual([' cancelled', ' cancelled', 'Ece Işık unpaid', 'Ece Işık valid']);
    // Nobody is left for a seat whose holder is erased after its buyer.
    const last = await api.send('POST /api/admin/people/erase', { token: admin.token, body: { email: taker } });
    expect(last.body.erased).toMatchObject({ orders: 2, seats: 2 });
    expect([await readStock(api.ctx, product), await countSeats(api, product)]).toEqual([4, 4]);
  });

  test('who took a seat over is told when the order is cancelled, taken back, released and paid late', async () => {
    const { id, code } = await buy(await addProduct(api.ctx), 2);
    const taker = `${crypto.randomUUID()}@ornek.com`;
    await take(tokenOf(await link(id)), 'Ece Işık', taker);
    await cancelOrder(api, admin, id);
    await setStatus(api, admin, id, 'reserved');
    await releaseCheckout(api, admin, code);
    await pay(code, 1300);
    const [, ...told] = (await mailsTo(api, taker)).map(({ kind, attachments }) => {
      const entry = attachments?.[0]?.content ?? '';
      return [kind, entry.includes(`UID:${id}-1`), entry.includes('STATUS:CANCELLED')];
    });
    const [gone, back] = [
      ['seat_cancelled', true, true],
      ['seat_restored', true, false],
    ];
    expect(told).toEqual([gone, back, gone, back]);
  });

  test('hands the seat of an event on that was hidden since: orders keep what they hold', async () => {
    const product = await addProduct(api.ctx);
    const { id } = await buy(product, 1);
    await api.send('PATCH /api/product/delete/:id', { token: admin.token, params: { id: product } });
    const token = tokenOf(await link(id));
    expect([(await look(token)).status, (await take(token)).status]).toEqual([200, 200]);
  });

  test('is the new one once the link was used, which cannot be taken back any more', async () => {
    const { id } = await buy(await addProduct(api.ctx), 2);
    const takeBack = async (position: number) =>
      (await api.send('DELETE /api/my-orders/:id/participants/:position/transfer', seat(id, position))).body;
    await take(tokenOf(await link(id)));
    expect(await takeBack(1)).toMatchObject({ code: 'conflict', message: expect.stringContaining('devredildi') });
    for (const _ of [1, 2]) expect(await takeBack(2)).toEqual({ message: 'Devir bağlantısı geri alındı.' });
  });

  test('keeps the seat where the link was taken back, the order cancelled, or an hour before the start came', async () => {
    const [{ id }, other] = [await buy(await addProduct(api.ctx), 2), await buy(await addProduct(api.ctx), 1)];
    const first = await link(id);
    const kept = [await link(id, 2), await link(other.id)];
    await api.send('DELETE /api/my-orders/:id/participants/:position/transfer', seat(id));
    expect((await take(tokenOf(first))).status).toBe(410);
    for (const each of kept) expect((await look(tokenOf(each))).status).toBe(200);
    const second = await link(id);
    await cancel(id, 0);
    expect([(await look(tokenOf(second))).status, (await take(tokenOf(second))).status]).toEqual([410, 410]);
    const product = await addProduct(api.ctx, startIn(api, 30));
    const late = await buy(product, 1);
    const third = await link(late.id);
    await moveEvent(api, product, startIn(api, 0.9));
    expect((await take(tokenOf(third))).body.code).toBe('link_expired');
    expect((await api.send('POST /api/my-orders/:id/participants/:position/transfer', seat(late.id))).body.code).toBe(
      'too_late',
    );
  });

  test('is handed on by sixty links an hour of one account: each mails whatever address is typed', async () => {
    const limited = await openTestApi();
    const { token } = await limited.signUp();
    const seats = cartLine(await addProduct(limited.ctx), 10);
    const { id } = (await checkout(limited, token, [seats])).body.orders[0]!;
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      const params = { id, position: `${1 + (count % 10)}` };
      const key = 'POST /api/my-orders/:id/participants/:position/transfer';
      statuses.push((await limited.send(key, { token, params })).status);
    }
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
  });

  test('unknown links are refused after 60 in an hour, a known one never', async () => {
    const limited = await openTestApi();
    const { token } = await limited.signUp();
    const { body } = await checkout(limited, token, [cartLine(await addProduct(limited.ctx))]);
    const params = { id: body.orders[0]!.id, position: '1' };
    const made = await limited.send('POST /api/my-orders/:id/participants/:position/transfer', { token, params });
    const statuses = [];
    for (let index = 0; index < 61; index += 1)
      statuses.push((await limited.send('GET /api/transfers/:token', { params: { token: `x${index}` } })).status);
    expect([statuses.at(59), statuses.at(60)]).toEqual([410, 429]);
    expect((await limited.send('GET /api/transfers/:token', { params: { token: tokenOf(made.body) } })).status).toBe(
      200,
    );
  });

  test('of a sold-out event who cancels after an offer was taken: the old offer stays dead, the seat goes to the next', async () => {
    const { id, buyers } = await soldOut(api, 1);
    const [first, second] = [await join(api, id), await join(api, id)];
    await cancelOrder(api, admin, buyers[0]!.orderId);
    const { body } = await checkout(api, first.token, [cartLine(id)]);
    await cancelOwn(api, first, body.orders[0]!.id);
    expect((await ownEntry(api, second))?.state).toBe('offered');
    expect((await checkout(api, first.token, [cartLine(id)])).body.code).toBe('stock_exhausted');
    expect((await ownEntry(api, first))?.state).toBe('taken');
  });
});
