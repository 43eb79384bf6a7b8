import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { createCheckout } from '../../src/api/orders/checkout.service.ts';
import { type Buyer, mergeLines } from '../../src/api/orders/checkout.ts';
import { line } from '../load/lines.ts';
import { alike, crossed, hammer, rush, type Sell, tally } from '../load/rush.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { addEvent, addPeople, books, sellIn } from './shop.ts';

let api: TestApi;
let sell: Sell;
let crowd: string[];

beforeAll(async () => {
  api = await openTestApi();
  sell = sellIn(api);
  crowd = await addPeople(api.ctx, 200);
});

describe('a seat is never sold twice', () => {
  test('200 buyers for 20 seats: exactly 20 orders, 180 clear refusals, three times over', async () => {
    for (let round = 0; round < 3; round += 1) {
      const event = await addEvent(api.ctx, { stock: 20 });
      expect(tally(await rush([sell], crowd, event))).toEqual({ 201: 20, stock_exhausted: 180 });
      expect(await books(api.ctx, event)).toEqual({ orders: 20, seats: 20, left: 0, whole: true });
    }
  });

  test('the last seat goes to one of two', async () => {
    for (let round = 0; round < 10; round += 1) {
      const event = await addEvent(api.ctx, { stock: 1 });
      expect(tally(await rush([sell], crowd.slice(0, 2), event))).toEqual({ 201: 1, stock_exhausted: 1 });
    }
  });

  test('seats that do not divide evenly are not oversold either', async () => {
    const event = await addEvent(api.ctx, { stock: 20 });
    expect(tally(await rush([sell], crowd.slice(0, 30), event, 3))).toEqual({ 201: 6, stock_exhausted: 24 });
    expect(await books(api.ctx, event)).toEqual({ orders: 6, seats: 18, left: 2, whole: true });
  });

  test('the same event on two lines counts twice, in a crowd too', async () => {
    const event = await addEvent(api.ctx, { stock: 5 });
    const answers = await Promise.all(crowd.slice(0, 20).map((token) => sell(token, [line(event), line(event)])));
    expect(tally(answers)).toEqual({ 201: 2, stock_exhausted: 18 });
    expect(await books(api.ctx, event)).toEqual({ orders: 2, seats: 4, left: 1, whole: true });
  });
});

describe('two events in one cart', () => {
  test('carts that name them the other way round never wait for each other in a circle', async () => {
    const events: [string, string] = [await addEvent(api.ctx, { stock: 500 }), await addEvent(api.ctx, { stock: 500 })];
    expect(tally(await crossed([sell], crowd.slice(0, 60), events))).toEqual({ 201: 60 });
  });

  test('are both bought or neither, when seats run out in one of them', async () => {
    const events: [string, string] = [await addEvent(api.ctx, { stock: 10 }), await addEvent(api.ctx, { stock: 25 })];
    expect(tally(await crossed([sell], crowd.slice(0, 40), events))).toEqual({ 201: 10, stock_exhausted: 30 });
    expect(await books(api.ctx, events[0])).toMatchObject({ orders: 10, left: 0 });
    expect(await books(api.ctx, events[1])).toMatchObject({ orders: 10, left: 15 });
  });
});

describe('one key', () => {
  test('pressed 50 times at once is one order, and the same answer 50 times', async () => {
    const event = await addEvent(api.ctx);
    const answers = await hammer([sell], crowd[0] as string, event, 50);
    expect(tally(answers)).toEqual({ 201: 50 });
    expect(alike(answers)).toBe(true);
    expect(await books(api.ctx, event)).toMatchObject({ orders: 1, left: 19 });
  });

  test('pressed 50 times at once for the last seat is one order too', async () => {
    const event = await addEvent(api.ctx, { stock: 1 });
    expect(tally(await hammer([sell], crowd[0] as string, event, 50))).toEqual({ 201: 50 });
    expect(await books(api.ctx, event)).toMatchObject({ orders: 1, left: 0 });
  });
});

test('who cannot be served, say an account erased this very moment, spoils nobody else’s order', async () => {
  const event = await addEvent(api.ctx);
  const createOrder = createCheckout(api.ctx);
  const people = await api.ctx.db.select().from(users).limit(3);
  const gone = { ...(people[0] as Buyer), id: crypto.randomUUID() };
  const order = (buyer: Buyer) =>
    createOrder({
      buyer,
      lines: mergeLines([{ id: event, participants: [{ fullName: 'Ada' }] }]),
      request: undefined,
      terms: null,
    });
  const answers = await Promise.allSettled([...people, gone].map(order));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(await books(api.ctx, event)).toEqual({ orders: 3, seats: 3, left: 17, whole: true });
});

test('cancelling and buying beside each other lose no seat', async () => {
  const event = await addEvent(api.ctx, { stock: 20 });
  const sold = await rush([sell], crowd.slice(0, 20), event);
  const admin = await api.signUp({ role: 'admin' });
  const mine = await api.send('GET /api/admin/orders', { token: admin.token, query: { product_id: event } });
  const cancel = (id: string) =>
    api.send('PATCH /api/admin/orders/:id/status', {
      token: admin.token,
      params: { id },
      body: { status: 'cancelled' },
    });
  const [bought] = await Promise.all([
    rush([sell], crowd.slice(20, 60), event),
    ...mine.body.slice(0, 10).flatMap((order) => [cancel(order.id), cancel(order.id)]),
  ]);
  const again = tally(bought)[201] ?? 0;
  expect(tally(sold)).toEqual({ 201: 20 });
  expect(await books(api.ctx, event)).toMatchObject({ orders: 20 + again, left: 10 - again });
});
