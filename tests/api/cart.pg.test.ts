import { beforeEach, describe, expect, test } from 'vitest';
import { cartLine } from '../load/cartLines.ts';
import { countReplies } from '../load/checkouts.ts';
import { openTestApi } from './harness.ts';
import { addProduct, changeProduct, readStock } from './shop.ts';

let token: string;

const api = await openTestApi();
beforeEach(async () => {
  token = (await api.signUp()).token;
});

const add = (product_id: unknown, quantity: unknown, by = token) =>
  api.send('POST /api/cart/add', { token: by, body: { product_id, quantity } });
const cart = async (by = token) => (await api.send('GET /api/cart', { token: by })).body.cart;
const merge = (items: unknown) => api.send('POST /api/cart/merge', { token, body: { items } });
const hide = (id: string) => changeProduct(api.ctx, id, { deleted_at: new Date() });
const unknown = '6f2cbe6c-58a3-4bd3-9f19-6e6b4a3e0001';

test('a product is the same in whatever case its id is written', async () => {
  const id = await addProduct(api.ctx);
  await add(id, 1);
  expect((await add(id.toUpperCase(), 2)).body).toEqual({ quantity: 3 });
  expect(await cart()).toMatchObject([{ product_id: id, quantity: 3 }]);
  const removed = await api.send('DELETE /api/cart/delete/:id', { token, params: { id: id.toUpperCase() } });
  expect(removed.status).toBe(200);
  expect(await cart()).toEqual([]);
});

describe('adding to the cart', () => {
  test('adds quantities up, and removes the product when the sum is 0', async () => {
    const id = await addProduct(api.ctx);
    expect((await add(id, 1)).body).toEqual({ quantity: 1 });
    expect((await add(id, 2)).body).toEqual({ quantity: 3 });
    expect((await add(id, -1)).body).toEqual({ quantity: 2 });
    expect((await add(id, -2)).body).toEqual({ quantity: 0 });
    expect(await cart()).toEqual([]);
    expect((await add(id, -1)).body).toEqual({ quantity: 0 });
  });

  test('returns lines with everything the page shows, current price and seats included', async () => {
    const id = await addProduct(api.ctx, { price_kurus: 65_050, stock: 3 });
    await add(id, 2);
    expect(await cart()).toEqual([
      {
        product_id: id,
        quantity: 2,
        product_details: expect.objectContaining({
          id,
          title: 'Yaratıcı Drama',
          price: 650.5,
          date: '2199-05-10',
          time: '14:00',
          location: 'Merkez',
          category: 'Drama',
          stock: 3,
          on_sale: true,
        }),
      },
    ]);
  });

  test('more than the seats left is refused with the number that remains', async () => {
    const id = await addProduct(api.ctx, { stock: 2 });
    await add(id, 2);
    const { status, body } = await add(id, 1);
    expect([status, body.code, body.remaining]).toEqual([409, 'stock_exhausted', 2]);
    expect((await cart())[0]?.quantity).toBe(2);
  });

  test('more than ten seats of one product are refused before the seats left are checked', async () => {
    const id = await addProduct(api.ctx, { stock: 3 });
    expect((await add(id, 11)).body.code).toBe('limit_reached');
    expect((await add(id, 1e9)).body.code).toBe('limit_reached');
    expect((await add(id, 4)).body.code).toBe('stock_exhausted');
  });

  test('a hidden or started product cannot be added but can be removed', async () => {
    const hidden = await addProduct(api.ctx, { deleted_at: new Date() });
    const started = await addProduct(api.ctx, { date: '2020-01-01' });
    expect([(await add(hidden, 1)).body.code, (await add(started, 1)).body.code]).toEqual([
      'not_on_sale',
      'not_on_sale',
    ]);
    const id = await addProduct(api.ctx);
    await add(id, 3);
    await hide(id);
    expect((await cart())[0]?.product_details).toMatchObject({ on_sale: false, stock: 0 });
    expect((await add(id, -1)).body).toEqual({ quantity: 2 });
  });

  test.each([[0], [1.5], ['2'], [null], [undefined], [Number.MAX_VALUE], [[1]]])(
    'the quantity %s is 422 at its field',
    async (quantity) => {
      const { status, body } = await add(await addProduct(api.ctx), quantity);
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, 'invalid', ['quantity']]);
    },
  );

  test.each([['unknown'], [unknown], ['\u0000'], ["1' or '1'='1"], [7]])('the product %j is 404', async (id) => {
    expect((await add(id, 1)).status).toBe(404);
    expect((await add(id, -1)).status).toBe(404);
  });

  test('twenty parallel calls stop at ten', async () => {
    const id = await addProduct(api.ctx);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(id, 1)));
    expect(countReplies(answers)).toEqual({ 200: 10, limit_reached: 10 });
    expect((await cart())[0]?.quantity).toBe(10);
  });

  test('a cart reserves no seats', async () => {
    const id = await addProduct(api.ctx, { stock: 5 });
    await add(id, 5);
    expect(await readStock(api.ctx, id)).toBe(5);
  });
});

describe('the owner of a cart', () => {
  test('is the only one who sees or changes it', async () => {
    const [id, kept] = [await addProduct(api.ctx), await addProduct(api.ctx)];
    const other = await api.signUp();
    await add(id, 2, other.token);
    await add(id, 1);
    await add(kept, 1);
    await api.send('DELETE /api/cart/delete/:id', { token, params: { id } });
    expect((await cart()).map(({ product_id }) => product_id)).toEqual([kept]);
    expect((await cart(other.token))[0]?.quantity).toBe(2);
  });
});

test('a guest cart names no product at any length', async () => {
  const { status, body } = await merge([{ product_id: 'x'.repeat(900_000), quantity: 2 }]);
  expect([status, body.adjusted.map(({ product_id }) => product_id.length)]).toEqual([200, [100]]);
});

describe('a guest cart that is merged again under its key', () => {
  const mergeOnce = (items: unknown, by = token) =>
    api.send('POST /api/cart/merge', { token: by, body: { items }, headers: { 'idempotency-key': 'misafir' } });

  test('is added once, and answers the present cart with what was cut then', async () => {
    const [few, other] = [await addProduct(api.ctx, { stock: 2 }), await addProduct(api.ctx)];
    const items = [{ product_id: few, quantity: 3 }];
    const both = await Promise.all([mergeOnce(items), mergeOnce(items)]);
    await add(other, 1);
    const later = await mergeOnce(items);
    for (const { status, body } of [...both, later])
      expect([status, body.adjusted]).toEqual([200, [{ product_id: few, wanted: 3, quantity: 2 }]]);
    expect(later.body.cart.map(({ quantity }) => quantity).toSorted()).toEqual([1, 2]);
  });

  test('is refused with other lines, and is another one of another account', async () => {
    const id = await addProduct(api.ctx);
    const someone = await api.signUp();
    await mergeOnce([{ product_id: id, quantity: 1 }]);
    const changed = [{ product_id: id, quantity: 2 }];
    expect((await mergeOnce(changed)).body.code).toBe('idempotency_mismatch');
    expect((await cart())[0]?.quantity).toBe(1);
    await mergeOnce(changed, someone.token);
    expect((await cart(someone.token))[0]?.quantity).toBe(2);
  });

  test('is added with a line whose id holds what the database cannot store', async () => {
    const id = await addProduct(api.ctx);
    for (const odd of ['a\u0000b', '\ud800']) {
      const items = [
        { product_id: odd, quantity: 1 },
        { product_id: id, quantity: 1 },
      ];
      const input = { token, body: { items }, headers: { 'idempotency-key': crypto.randomUUID() } };
      const { status, body } = await api.send('POST /api/cart/merge', input);
      expect([status, body.cart.length, body.adjusted?.map(({ quantity }) => quantity)]).toEqual([200, 1, [0]]);
    }
  });

  test('is merged 60 times an hour, as each answer is stored; without a key none is', async () => {
    const limited = await openTestApi({ RATE_LIMIT_FACTOR: '0.05' });
    const buyer = await limited.signUp();
    const items = [{ product_id: 'yok', quantity: 1 }];
    const mergeAgain = async (headers = {}) =>
      (await limited.send('POST /api/cart/merge', { token: buyer.token, body: { items }, headers })).status;
    const statuses: number[] = [];
    for (const key of 'abcd') statuses.push(await mergeAgain({ 'idempotency-key': key }));
    expect([statuses, await mergeAgain()]).toEqual([[200, 200, 200, 429], 200]);
  });

  test('has a key of its own: a checkout of the same body and key is made once, too', async () => {
    const id = await addProduct(api.ctx);
    const lines = { items: [{ product_id: id, quantity: 2 }], cartItems: [cartLine(id)] };
    const input = { token, body: lines, headers: { 'idempotency-key': 'ikisi' } };
    expect((await api.send('POST /api/cart/merge', input)).body.cart[0]?.quantity).toBe(2);
    const bought = await api.send('POST /api/order/create', input);
    expect([bought.status, bought.body.orders.length]).toEqual([201, 1]);
    expect((await api.send('POST /api/order/create', input)).text).toBe(bought.text);
    const merged = await api.send('POST /api/cart/merge', input);
    expect([merged.status, merged.body.cart, merged.body.adjusted]).toEqual([200, [], []]);
  });
});

describe('removing from the cart', () => {
  test('answers 200 with a message, also when the product was not in the cart', async () => {
    const id = await addProduct(api.ctx);
    await add(id, 2);
    for (const _ of ['first', 'again']) {
      const { status, body } = await api.send('DELETE /api/cart/delete/:id', { token, params: { id } });
      expect([status, typeof body.message]).toEqual([200, 'string']);
    }
    expect(await cart()).toEqual([]);
  });
});

describe('merging the guest cart at sign-in', () => {
  test('adds quantities up and limits them to ten and to the seats left', async () => {
    const [plenty, few, many] = [
      await addProduct(api.ctx),
      await addProduct(api.ctx, { stock: 2 }),
      await addProduct(api.ctx, { stock: 50 }),
    ];
    await add(plenty, 1);
    await add(many, 7);
    const { body } = await merge([
      { product_id: plenty, quantity: 2 },
      { product_id: few, quantity: 3 },
      { product_id: many, quantity: 2 },
      { product_id: many, quantity: 3 },
    ]);
    expect(Object.fromEntries(body.cart.map((item) => [item.product_id, item.quantity]))).toEqual({
      [plenty]: 3,
      [few]: 2,
      [many]: 10,
    });
    expect(body.adjusted).toEqual([
      { product_id: few, wanted: 3, quantity: 2 },
      { product_id: many, wanted: 12, quantity: 10 },
    ]);
  });

  test('reports unknown, hidden, started and sold-out products and skips them', async () => {
    const hidden = await addProduct(api.ctx, { deleted_at: new Date() });
    const started = await addProduct(api.ctx, { date: '2020-01-01' });
    const soldOut = await addProduct(api.ctx, { stock: 0 });
    const fine = await addProduct(api.ctx);
    const ids = [hidden, started, soldOut, unknown, 'nonsense'];
    const { body } = await merge([...ids, fine].map((product_id) => ({ product_id, quantity: 1 })));
    expect(body.cart.map((item) => item.product_id)).toEqual([fine]);
    expect(body.adjusted).toEqual(ids.map((product_id) => ({ product_id, wanted: 1, quantity: 0 })));
  });

  test('leaves a line of the cart whose product is no longer on sale as it is', async () => {
    const id = await addProduct(api.ctx);
    await add(id, 2);
    await hide(id);
    const { body } = await merge([{ product_id: id, quantity: 1 }]);
    expect(body.cart.map(({ quantity }) => quantity)).toEqual([2]);
    expect(body.adjusted).toEqual([{ product_id: id, wanted: 3, quantity: 0 }]);
  });

  test('skips lines whose quantity is no positive whole number', async () => {
    const id = await addProduct(api.ctx);
    const quantities = [0, -1, 1.5, '2', null, undefined, [], {}];
    const { status, body } = await merge([
      ...quantities.map((quantity) => ({ product_id: id, quantity })),
      { quantity: 1 },
      { product_id: null, quantity: 1 },
      {},
    ]);
    expect([status, body]).toEqual([200, { cart: [], adjusted: [] }]);
  });

  test('limits a quantity beyond all numbers like any other', async () => {
    const id = await addProduct(api.ctx);
    const { status, body } = await merge([
      { product_id: id, quantity: 1e300 },
      { product_id: id, quantity: 1e300 },
    ]);
    expect([status, body.cart[0]?.quantity]).toEqual([200, 10]);
  });

  test.each([[undefined], ['list'], [[1]], [Array.from({ length: 201 }, () => ({}))]])(
    'items that are no list of lines are 422 (%#)',
    async (items) => {
      expect((await merge(items)).status).toBe(422);
    },
  );
});
