import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';
import {
  addProduct,
  callOff,
  cancelOrder,
  cancelOwn,
  checkout,
  editProduct,
  linkSeat,
  recordPayment,
  releaseCheckout,
  setStatus,
  takeSeat,
} from './shop.ts';

let buyer: { id: string; email: string; token: string };
let friend: string;

const api = await openTestApi({ RATE_LIMIT_FACTOR: '100' });
const admin = await api.signUp({ role: 'admin' });
beforeEach(async () => {
  buyer = await api.signUp();
  friend = `${crypto.randomUUID()}@ornek.com`;
});

/** Buys two seats, the second for somebody with an address of their own. */
async function buy(product: string) {
  const participants = [{ fullName: 'Ada Deniz' }, { fullName: 'Cem Su', email: friend }];
  const { body } = await checkout(api, buyer.token, [{ id: product, quantity: 2, participants }]);
  return body.orders[0]!;
}
const about = (id: string, body?: object) => ({ token: admin.token, params: { id }, body });
const hide = (id: string) => api.send('PATCH /api/product/delete/:id', about(id));
const restore = (id: string) => api.send('PATCH /api/product/restore/:id', about(id));

/** What calendars were told of one entry by mail, oldest first. */
async function told(to: string, uid: string) {
  const files = (await mailsTo(api, to)).flatMap(({ kind, attachments = [] }) =>
    attachments.map(({ content }) => ({ kind, content: content.toString() })),
  );
  return files.flatMap(({ kind, content }) =>
    content
      .split('BEGIN:VEVENT')
      .filter((entry) => entry.includes(`UID:${uid}\r\n`))
      .map((entry) => ({
        kind,
        status: /STATUS:(\w+)/.exec(entry)?.[1],
        sequence: Number(/SEQUENCE:(\d+)/.exec(entry)?.[1]),
      })),
  );
}

const signs: Record<string, string> = { CONFIRMED: '+', CANCELLED: '-' };

/**
 * Expects files of these mails, `+` for an event that takes place and `-` for one that does not. Each is newer than the
 * one before, as a calendar takes the highest one.
 */
async function expectRising(to: string, uid: string, expected: string): Promise<void> {
  const files = await told(to, uid);
  expect(files.map(({ kind, status = '' }) => `${signs[status]}${kind}`).join(' ')).toBe(expected);
  const sequences = files.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
}

/** What the buyer would add to a calendar now. */
const shown = async (id: string) =>
  (await api.send('GET /api/my-orders', { token: buyer.token })).body.find((order) => order.id === id)?.sequence;

test('an order that is cancelled and comes back, twice', async () => {
  const { id } = await buy(await addProduct(api.ctx));
  for (const status of ['cancelled', 'reserved', 'cancelled', 'paid']) await setStatus(api, admin, id, status);
  await expectRising(
    buyer.email,
    id,
    '+order_confirmation -order_cancelled +order_reserved -order_cancelled +order_paid',
  );
  await expectRising(friend, id, '-seat_cancelled +seat_restored -seat_cancelled +seat_restored');
  expect(await shown(id)).toBe((await told(buyer.email, id)).at(-1)?.sequence);
});

test('seats that are released and taken again by a late payment', async () => {
  const { id, code } = await buy(await addProduct(api.ctx));
  await releaseCheckout(api, admin, code);
  await recordPayment(api, admin, code, 1300);
  await expectRising(buyer.email, id, '+order_confirmation -order_released +order_paid');
  await expectRising(friend, id, '-seat_cancelled +seat_restored');
  expect(await shown(id)).toBe((await told(buyer.email, id)).at(-1)?.sequence);
});

test('an order that came back moves, is hidden, shown again and called off', async () => {
  const product = await addProduct(api.ctx);
  const { id } = await buy(product);
  await setStatus(api, admin, id, 'cancelled');
  await setStatus(api, admin, id, 'reserved');
  await editProduct(api, admin, product, { time: '16:00' });
  await api.send('POST /api/admin/product/:id/notice', about(product));
  await hide(product);
  await restore(product);
  await callOff(api, admin, product);
  await expectRising(
    buyer.email,
    id,
    '+order_confirmation -order_cancelled +order_reserved +event_moved -event_hidden +event_restored -event_cancelled',
  );
  expect(await shown(id)).toBe((await told(buyer.email, id)).at(-1)?.sequence);
});

test('the buyer cancels a seat, then the others; an admin takes these back', async () => {
  const { id } = await buy(await addProduct(api.ctx));
  await cancelOwn(api, buyer, id, 0, [2]);
  expect(await told(buyer.email, id)).toHaveLength(1);
  await cancelOwn(api, buyer, id);
  await setStatus(api, admin, id, 'reserved');
  await expectRising(buyer.email, id, '+order_confirmation -seats_cancelled +order_reserved');
  await expectRising(friend, id, '-seat_cancelled');
});

test('the buyer keeps the entry of the order when a seat is handed on', async () => {
  const { id } = await buy(await addProduct(api.ctx));
  await takeSeat(api, await linkSeat(api, buyer, id), 'Ece Işık', friend);
  expect((await mailsTo(api, buyer.email)).at(-1)?.kind).toBe('seat_handed_on');
  await expectRising(buyer.email, id, '+order_confirmation');
  await expectRising(friend, `${id}-1`, '+seat_taken_over');
});

test('whoever a seat was bought for is told when the buyer hands it on, unless they take it over', async () => {
  const { id } = await buy(await addProduct(api.ctx));
  await takeSeat(api, await linkSeat(api, buyer, id, 2), 'Ece Işık', 'ece@ornek.com');
  await expectRising(friend, id, '-seat_cancelled');
  const { id: own } = await buy(await addProduct(api.ctx));
  await takeSeat(api, await linkSeat(api, buyer, own, 2), 'Ece Işık', friend);
  expect((await mailsTo(api, friend)).map(({ kind }) => kind)).toEqual(['seat_cancelled', 'seat_taken_over']);
});

test('who holds two seats of a line keeps the entry until the last one is cancelled', async () => {
  const participants = ['Ada Deniz', 'Cem Su'].map((fullName) => ({ fullName, email: friend }));
  const { body } = await checkout(api, buyer.token, [{ id: await addProduct(api.ctx), quantity: 2, participants }]);
  const { id } = body.orders[0]!;
  await cancelOwn(api, buyer, id, 0, [1]);
  const [mail] = await mailsTo(api, friend);
  expect([mail?.attachments, mail?.text.includes('1 yeriniz duruyor')]).toEqual([[], true]);
  await cancelOwn(api, buyer, id);
  await expectRising(friend, id, '-seat_cancelled');
});

test('who has several orders of an event gets the entry of each', async () => {
  const product = await addProduct(api.ctx);
  const orders = [await buy(product), await buy(product)];
  await hide(product);
  for (const { id } of orders)
    for (const to of [buyer.email, friend])
      expect((await told(to, id)).at(-1)).toMatchObject({ kind: 'event_hidden', status: 'CANCELLED' });
});

test('a ticket says the same as the mails', async () => {
  const product = await addProduct(api.ctx);
  const { id } = await buy(product);
  const read = async () => {
    const [order] = (await api.send('GET /api/my-orders', { token: buyer.token })).body;
    const code = order?.participants[0]?.ticket_url?.split('/').at(-1) as string;
    return { ...(await api.send('GET /api/tickets/:code', { params: { code } })).body, code };
  };
  const { code } = await read();
  await cancelOrder(api, admin, id);
  const ended = (await api.send('GET /api/tickets/:code', { params: { code } })).body;
  expect([ended.state, ended.sequence]).toEqual(['cancelled', (await told(buyer.email, id)).at(-1)?.sequence]);
  await setStatus(api, admin, id, 'reserved');
  expect((await read()).sequence).toBe((await told(buyer.email, id)).at(-1)?.sequence);
});

test('orders of an existing installation stay ahead of what calendars know', async () => {
  const product = await addProduct(api.ctx);
  const [standing, gone] = [await buy(product), await buy(product)];
  await setStatus(api, admin, gone.id, 'cancelled');
  await api.ctx.db.execute(sql`update app.orders set sequence = 0`);
  const file = new URL('../../src/api/db/migrations/0033_orders_sequence.sql', import.meta.url);
  await api.ctx.db.execute(sql.raw(readFileSync(file, 'utf8').split('--> statement-breakpoint')[1] as string));
  expect([await shown(standing.id), await shown(gone.id)]).toEqual([2, 1]);
});
