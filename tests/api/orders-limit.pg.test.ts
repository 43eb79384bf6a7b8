import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiError } from '../../src/api/errors.ts';
import { type CreateOrder, createCheckout } from '../../src/api/orders/checkout.service.ts';
import { type Buyer, mergeLines } from '../../src/api/orders/checkout.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { countReplies } from '../load/checkouts.ts';
import { openTestApi } from './harness.ts';
import { addProduct, cancelOrder, checkout, countSales, readStock } from './shop.ts';

let token: string;
let user: string;

const api = await openTestApi();
beforeEach(async () => {
  ({ token, id: user } = await api.signUp());
});

const add = (product_id: string, quantity: number) =>
  api.send('POST /api/cart/add', { token, body: { product_id, quantity } });
const merge = (items: { product_id: string; quantity: number }[]) =>
  api.send('POST /api/cart/merge', { token, body: { items } });

describe('ten seats of one product for one account', () => {
  test('are counted over all its orders: the hall cannot be reserved ten by ten', async () => {
    const hall = await addProduct(api.ctx, { stock: 45 });
    expect((await checkout(api, token, [cartLine(hall, 10)])).status).toBe(201);
    for (const quantity of [10, 1]) {
      const { status, body } = await checkout(api, token, [cartLine(hall, quantity)]);
      expect([status, body.code, body.items]).toEqual([409, 'limit_reached', [{ id: hall, limit: 10, held: 10 }]]);
    }
    expect(await readStock(api.ctx, hall)).toBe(35);
  });

  test('leave what remains of them, and other products', async () => {
    const [first, second] = [await addProduct(api.ctx), await addProduct(api.ctx)];
    await checkout(api, token, [cartLine(first, 8)]);
    const { body } = await checkout(api, token, [cartLine(first, 3), cartLine(second, 10)]);
    expect([body.code, body.items]).toEqual(['limit_reached', [{ id: first, limit: 10, held: 8 }]]);
    expect((await checkout(api, token, [cartLine(first, 2), cartLine(second, 10)])).status).toBe(201);
  });

  test('are refused before anything is said of sale, price and seats', async () => {
    const product = await addProduct(api.ctx, { stock: 6 });
    await checkout(api, token, [cartLine(product, 6)]);
    for (const quantity of [5, 500]) {
      const { body } = await checkout(api, token, [cartLine(product, quantity, { price: 1 })]);
      expect([body.code, body.items]).toEqual(['limit_reached', [{ id: product, limit: 10, held: 6 }]]);
    }
  });

  test('do not count cancelled orders, nor those of others', async () => {
    const product = await addProduct(api.ctx, { stock: 40 });
    const other = await api.signUp();
    await checkout(api, other.token, [cartLine(product, 10)]);
    const { body } = await checkout(api, token, [cartLine(product, 10)]);
    const admin = await api.signUp({ role: 'admin' });
    await cancelOrder(api, admin, body.orders[0]?.id as string);
    expect((await checkout(api, token, [cartLine(product, 10)])).status).toBe(201);
  });

  test('repeating a checkout with its key is answered, not counted', async () => {
    const product = await addProduct(api.ctx);
    const send = () => checkout(api, token, [cartLine(product, 10)], { 'idempotency-key': 'a' });
    const first = await send();
    expect((await send()).text).toBe(first.text);
  });
});

describe('a race for more than ten', () => {
  /** Orders at the same moment through two queues of checkouts on one database, as two processes have them. */
  async function race(product: string, quantity: number, times: number) {
    const queues = [createCheckout(api.ctx), createCheckout(api.ctx)];
    const buyer: Buyer = { id: user, email: 'kisi@ornek.com', name: 'Deniz', surname: 'Yılmaz' };
    const results = await Promise.allSettled(
      Array.from({ length: times }, (_, index) =>
        (queues[index % 2] as CreateOrder)({
          buyer,
          lines: mergeLines([cartLine(product, quantity)]),
          ...{ request: undefined, terms: null, method: undefined, previewHash: undefined, healthConsent: false },
        }),
      ),
    );
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? (result.reason as ApiError).code : [],
    );
    return { orders: results.length - refusals.length, refusals: [...new Set(refusals)] };
  }

  test('two orders of six at once never hold twelve', async () => {
    for (let round = 0; round < 10; round += 1) {
      const product = await addProduct(api.ctx, { stock: 30 });
      expect(await race(product, 6, 2)).toEqual({ orders: 1, refusals: ['limit_reached'] });
      expect(await countSales(api.ctx, product)).toEqual({ orders: 1, seats: 6, left: 24, whole: true });
    }
  });

  test('thirty orders of one at once hold ten, though a queue decides about fifteen of them together', async () => {
    const product = await addProduct(api.ctx, { stock: 30 });
    expect(await race(product, 1, 30)).toEqual({ orders: 10, refusals: ['limit_reached'] });
    expect(await countSales(api.ctx, product)).toMatchObject({ seats: 10, left: 20 });
  });

  test('two queues make twenty checkouts an hour between them, though they lock other products', async () => {
    const products = await Promise.all(Array.from({ length: 6 }, () => addProduct(api.ctx)));
    const all = await Promise.all(products.map((product) => race(product, 1, 5)));
    expect(all.reduce((sum, { orders }) => sum + orders, 0)).toBe(20);
    expect(all.flatMap(({ refusals }) => refusals)).toContain('too_many_requests');
  });
});

describe('the cart counts what was bought', () => {
  test('adding is refused above ten, which is looked at before sale and seats', async () => {
    const product = await addProduct(api.ctx, { stock: 9 });
    await checkout(api, token, [cartLine(product, 8)]);
    expect((await add(product, 1)).body).toEqual({ quantity: 1 });
    const { status, body } = await add(product, 2);
    expect([status, body.code, body.held]).toEqual([409, 'limit_reached', 8]);
    expect(body.message).toBe('Bu atölyede 8 kişilik yeriniz var; en fazla 2 kişilik daha alabilirsiniz.');
    expect((await add(product, 1)).body.code).toBe('stock_exhausted');
    expect((await add(product, -1)).body).toEqual({ quantity: 0 });
  });

  test('joining carts cuts to what may still be bought; what was wanted is told uncut', async () => {
    const [some, full] = [await addProduct(api.ctx, { stock: 40 }), await addProduct(api.ctx, { stock: 40 })];
    await checkout(api, token, [cartLine(some, 7), cartLine(full, 10)]);
    await add(some, 1);
    const { body } = await merge([
      { product_id: some, quantity: 9 },
      { product_id: full, quantity: 4 },
    ]);
    expect(body.cart.map((item) => [item.product_id, item.quantity])).toEqual([[some, 3]]);
    expect(body.adjusted).toEqual([
      { product_id: some, wanted: 10, quantity: 3 },
      { product_id: full, wanted: 4, quantity: 0 },
    ]);
  });
});

describe('twenty checkouts an hour for one account', () => {
  test('the next one is 429 with Retry-After, until an hour after the oldest; refusals and repetitions are free', async () => {
    const products = await Promise.all([1, 2, 3].map(() => addProduct(api.ctx, { stock: 100 })));
    const soldOut = await addProduct(api.ctx, { stock: 0 });
    const buy = (index: number) =>
      checkout(api, token, [cartLine(products[index % 3] as string)], { 'idempotency-key': `buy ${index}` });
    for (let index = 0; index < 20; index += 1) {
      expect((await buy(index)).status).toBe(201);
      expect((await checkout(api, token, [cartLine(soldOut)])).body.code).toMatch(/stock_exhausted|too_many/);
      expect((await buy(index)).status).toBe(201);
    }
    const { status, headers, body } = await buy(20);
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3000);
    expect(wait).toBeLessThanOrEqual(3600);
    const other = await api.signUp();
    expect((await checkout(api, other.token, [cartLine(products[0] as string)])).status).toBe(201);

    await api.ctx.db
      .update(orders)
      .set({ created_at: new Date(api.ctx.clock().getTime() - 3_600_001) })
      .where(eq(orders.user_id, user));
    expect((await buy(20)).status).toBe(201);
  });

  test('25 at once make twenty; several lines are one checkout', async () => {
    const products = await Promise.all([1, 2, 3, 4].map(() => addProduct(api.ctx, { stock: 100 })));
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        checkout(
          api,
          token,
          [cartLine(products[index % 3] as string), cartLine(products[3] as string)].slice(0, index < 5 ? 2 : 1),
        ),
      ),
    );
    expect(countReplies(answers)).toEqual({ 201: 20, too_many_requests: 5 });
  });
});
