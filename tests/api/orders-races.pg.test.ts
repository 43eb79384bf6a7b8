import { describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { createCheckout } from '../../src/api/orders/checkout.service.ts';
import { type Buyer, mergeLines } from '../../src/api/orders/checkout.ts';
import { cartLine } from '../load/cartLines.ts';
import { areEqual, checkoutAtOnce, checkoutCrossed, countReplies, repeatCheckout } from '../load/checkouts.ts';
import { openTestApi } from './harness.ts';
import { addCustomers, addProduct, cancelOrder, checkoutIn, countSales } from './shop.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const sell = checkoutIn(api);
const crowd = await addCustomers(api.ctx, 200);

describe('a seat is never sold twice', () => {
  test('200 buyers for 20 seats: exactly 20 orders and 180 refusals', async () => {
    const product = await addProduct(api.ctx, { stock: 20 });
    expect(countReplies(await checkoutAtOnce([sell], crowd, product))).toEqual({ 201: 20, stock_exhausted: 180 });
    expect(await countSales(api.ctx, product)).toEqual({ orders: 20, seats: 20, left: 0, whole: true });
  });

  test('the last seat goes to one of two', async () => {
    for (let round = 0; round < 10; round += 1) {
      const product = await addProduct(api.ctx, { stock: 1 });
      expect(countReplies(await checkoutAtOnce([sell], crowd.slice(0, 2), product))).toEqual({
        201: 1,
        stock_exhausted: 1,
      });
    }
  });

  test('seats that do not divide evenly are not oversold either', async () => {
    const product = await addProduct(api.ctx, { stock: 20 });
    expect(countReplies(await checkoutAtOnce([sell], crowd.slice(0, 30), product, 3))).toEqual({
      201: 6,
      stock_exhausted: 24,
    });
    expect(await countSales(api.ctx, product)).toEqual({ orders: 6, seats: 18, left: 2, whole: true });
  });

  test('the same product on two lines counts twice, in a crowd too', async () => {
    const product = await addProduct(api.ctx, { stock: 5 });
    const answers = await Promise.all(
      crowd.slice(0, 20).map((token) => sell(token, [cartLine(product), cartLine(product)])),
    );
    expect(countReplies(answers)).toEqual({ 201: 2, stock_exhausted: 18 });
    expect(await countSales(api.ctx, product)).toEqual({ orders: 2, seats: 4, left: 1, whole: true });
  });
});

describe('two products in one cart', () => {
  test('checkouts that list them in opposite order never deadlock', async () => {
    const productIds: [string, string] = [
      await addProduct(api.ctx, { stock: 500 }),
      await addProduct(api.ctx, { stock: 500 }),
    ];
    expect(countReplies(await checkoutCrossed([sell], crowd.slice(0, 60), productIds))).toEqual({ 201: 60 });
  });

  test('are bought both or not at all when seats run out in one of them', async () => {
    const productIds: [string, string] = [
      await addProduct(api.ctx, { stock: 10 }),
      await addProduct(api.ctx, { stock: 25 }),
    ];
    expect(countReplies(await checkoutCrossed([sell], crowd.slice(0, 40), productIds))).toEqual({
      201: 10,
      stock_exhausted: 30,
    });
    expect(await countSales(api.ctx, productIds[0])).toMatchObject({ orders: 10, left: 0 });
    expect(await countSales(api.ctx, productIds[1])).toMatchObject({ orders: 10, left: 15 });
  });
});

describe('one idempotency key', () => {
  test('sent 50 times at once for the last seat makes one order and 50 equal replies', async () => {
    const product = await addProduct(api.ctx, { stock: 1 });
    const answers = await repeatCheckout([sell], crowd[0] as string, product, 50);
    expect(countReplies(answers)).toEqual({ 201: 50 });
    expect(areEqual(answers)).toBe(true);
    expect(await countSales(api.ctx, product)).toMatchObject({ orders: 1, left: 0 });
  });
});

test('a checkout that fails in the database, as of an account just erased, fails alone', async () => {
  const product = await addProduct(api.ctx);
  const createOrder = createCheckout(api.ctx);
  const people = await api.ctx.db.select().from(users).limit(3);
  const gone = { ...(people[0] as Buyer), id: crypto.randomUUID() };
  const order = (buyer: Buyer) =>
    createOrder({
      buyer,
      lines: mergeLines([{ id: product, quantity: 1, participants: [{ fullName: 'Ada' }] }]),
      ...{ request: undefined, terms: null, method: undefined, previewHash: undefined, healthConsent: false },
    });
  const answers = await Promise.allSettled([...people, gone].map(order));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(await countSales(api.ctx, product)).toEqual({ orders: 3, seats: 3, left: 17, whole: true });
});

test('cancelling and buying at the same time lose no seat', async () => {
  const product = await addProduct(api.ctx, { stock: 20 });
  const sold = await checkoutAtOnce([sell], crowd.slice(0, 20), product);
  const admin = await api.signUp({ role: 'admin' });
  const mine = await api.send('GET /api/admin/orders', { token: admin.token, query: { product_id: product } });
  const cancel = (id: string) => cancelOrder(api, admin, id);
  const [bought] = await Promise.all([
    checkoutAtOnce([sell], crowd.slice(20, 60), product),
    ...mine.body.slice(0, 10).flatMap((order) => [cancel(order.id), cancel(order.id)]),
  ]);
  const again = countReplies(bought)[201] ?? 0;
  expect(countReplies(sold)).toEqual({ 201: 20 });
  expect(await countSales(api.ctx, product)).toMatchObject({ orders: 20 + again, left: 10 - again });
});
