import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { idempotencyJobs } from '../../src/api/idempotency/idempotency.jobs.ts';
import { idempotencyKeys } from '../../src/api/idempotency/idempotency.tables.ts';
import { dayMs, hourMs, startsAt } from '../../src/shared/time.ts';
import { cartLine, cartLines, participants } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { addProduct, changeProduct, checkout, readOrders, readStock } from './shop.ts';

let token: string;
let email: string;

const api = await openTestApi();
beforeEach(async () => {
  ({ token, email } = await api.signUp());
});

const mine = async (by = token) => (await api.send('GET /api/my-orders', { token: by })).body;
const unknown = '6f2cbe6c-58a3-4bd3-9f19-6e6b4a3e0001';

describe('buying', () => {
  test('takes the seats, returns the order and removes the bought lines from the cart', async () => {
    const [id, stays] = [await addProduct(api.ctx, { stock: 5 }), await addProduct(api.ctx)];
    for (const product_id of [id, stays]) {
      await api.send('POST /api/cart/add', { token, body: { product_id, quantity: 1 } });
    }
    const { status, body } = await checkout(api, token, [
      { id, price: 650, quantity: 2, participants: [{ fullName: '  Ayşe  Nur Yılmaz ' }, { fullName: 'Cem' }] },
    ]);
    expect(status).toBe(201);
    expect(body.message).toEqual(expect.any(String));
    const seat = {
      transfer_until: null,
      ticket_url: expect.stringMatching(/^\/bilet\/[2-9A-HJ-NP-Z]{20}$/),
      handed_on: false,
      checked_in_at: null,
    };
    expect(body.orders).toEqual([
      {
        id: expect.any(String),
        code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
        event_title: 'Yaratıcı Drama',
        date: '2199-05-10',
        time: '14:00',
        duration_minutes: 120,
        location: 'Merkez',
        quantity: 2,
        unit_price: 650,
        price: 1300,
        status: 'reserved',
        participants: [
          { position: 1, name: 'Ayşe Nur', surname: 'Yılmaz', ...seat },
          { position: 2, name: 'Cem', surname: '', ...seat },
        ],
        sequence: 0,
        event_cancelled: false,
        event_hidden: false,
        decide_until: null,
        buyer_email: email,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await mine()).toEqual(body.orders);
    expect(await readStock(api.ctx, id)).toBe(3);
    const { cart } = (await api.send('GET /api/cart', { token })).body;
    expect(cart.map((item) => item.product_id)).toEqual([stays]);
  });

  test('gives several products one code and a row each, in the order sent', async () => {
    const ids = [await addProduct(api.ctx, { title: 'Bir' }), await addProduct(api.ctx, { title: 'İki' })];
    const { body } = await checkout(api, token, cartLines(ids));
    expect(body.orders.map((order) => order.event_title)).toEqual(['Bir', 'İki']);
    expect(new Set(body.orders.map((order) => order.code)).size).toBe(1);
  });

  test('merges lines of the same product before any check into one row', async () => {
    const [id, other] = [await addProduct(api.ctx, { stock: 3 }), await addProduct(api.ctx)];
    const refused = await checkout(api, token, [cartLine(id, 2), cartLine(id, 2)]);
    expect([refused.status, refused.body.items]).toEqual([409, [{ id, remaining: 3 }]]);
    const { body } = await checkout(api, token, [cartLine(id, 2), cartLine(id, 1)]);
    expect(body.orders.map((order) => [order.quantity, order.participants.length])).toEqual([[3, 3]]);
    const all = participants(3);
    const names = [all.slice(0, 1), all.slice(1)];
    const spread = names.map((some, at) => ({ ...cartLine(other, 2 - at), participants: some }));
    expect((await checkout(api, token, spread)).status).toBe(201);
    const plenty = await addProduct(api.ctx, { stock: 100 });
    expect((await checkout(api, token, [cartLine(plenty, 6), cartLine(plenty, 5)])).body.code).toBe('limit_reached');
  });

  test('buys all lines or none', async () => {
    const [plenty, one] = [await addProduct(api.ctx), await addProduct(api.ctx, { stock: 1 })];
    const { status, body } = await checkout(api, token, [cartLine(plenty, 2), cartLine(one, 2)]);
    expect([status, body.code, body.items]).toEqual([409, 'stock_exhausted', [{ id: one, remaining: 1 }]]);
    expect([await readStock(api.ctx, plenty), await readStock(api.ctx, one)]).toEqual([20, 1]);
    expect(await mine()).toEqual([]);
  });

  test('keeps title and price as sold, and shows the current day of the product and that it is hidden', async () => {
    const id = await addProduct(api.ctx);
    await checkout(api, token, [cartLine(id)]);
    expect((await mine())[0]?.event_hidden).toBe(false);
    const moved = { date: '2199-06-01', time: '10:30', starts_at: startsAt('2199-06-01', '10:30') };
    await changeProduct(api.ctx, id, { ...moved, title: 'Başka Ad', price_kurus: 1, deleted_at: new Date() });
    expect((await mine())[0]).toMatchObject({
      event_title: 'Yaratıcı Drama',
      price: 650,
      date: '2199-06-01',
      time: '10:30',
      event_hidden: true,
    });
  });

  test('lists orders newest first', async () => {
    for (const title of ['Bir', 'İki', 'Üç'])
      await checkout(api, token, [cartLine(await addProduct(api.ctx, { title }))]);
    expect((await mine()).map((order) => order.event_title)).toEqual(['Üç', 'İki', 'Bir']);
  });

  test('shows a user their own orders only', async () => {
    await checkout(api, token, [cartLine(await addProduct(api.ctx))]);
    const other = await api.signUp();
    expect(await mine(other.token)).toEqual([]);
    expect((await api.send('GET /api/my-orders')).status).toBe(401);
  });

  test('is possible until the minute before the product starts', async () => {
    const start = new Date(Date.now() + 90_000_000);
    const [date = '', time = ''] = new Date(start.getTime() + 3 * hourMs).toISOString().split(/[T.]/);
    const id = await addProduct(api.ctx, { date, time: time.slice(0, 5) });
    const until = startsAt(date, time.slice(0, 5)).getTime() - api.ctx.clock().getTime();
    api.advance(until - 60_000);
    // The first session has expired by now.
    const { token: late } = await api.signUp();
    expect((await checkout(api, late, [cartLine(id)])).status).toBe(201);
    api.advance(60_000);
    expect((await checkout(api, late, [cartLine(id)])).body.code).toBe('not_on_sale');
    api.advance(-until);
  });
});

describe('a refused checkout', () => {
  test('names the current price when another was sent; a line without a price is accepted', async () => {
    const id = await addProduct(api.ctx, { price_kurus: 65_010 });
    const { status, body } = await checkout(api, token, [cartLine(id, 1, { price: 1 })]);
    expect([status, body.code, body.items]).toEqual([409, 'price_changed', [{ id, price: 650.1 }]]);
    for (const price of [-650.1, 650.104])
      expect((await checkout(api, token, [cartLine(id, 1, { price })])).body.code).toBe('price_changed');
    expect((await checkout(api, token, [cartLine(id, 1, { price: 650.1 })])).status).toBe(201);
    expect((await checkout(api, token, [cartLine(id)])).status).toBe(201);
  });

  test('is not caused by a sent title, total, status or buyer, which are ignored', async () => {
    const id = await addProduct(api.ctx);
    const forged = { title: 'Bedava', unit_price: 0, status: 'paid', user_id: unknown, buyer_email: 'x@ornek.com' };
    const { body } = await checkout(api, token, [cartLine(id, 1, forged)]);
    expect(body.orders[0]).toMatchObject({
      event_title: 'Yaratıcı Drama',
      price: 650,
      status: 'reserved',
      buyer_email: email,
    });
  });

  test('names a hidden or started product', async () => {
    const hidden = await addProduct(api.ctx, { deleted_at: new Date() });
    const started = await addProduct(api.ctx, { date: '2020-01-01' });
    const { status, body } = await checkout(api, token, [
      cartLine(hidden),
      cartLine(started),
      cartLine(await addProduct(api.ctx)),
    ]);
    expect([status, body.code, body.items]).toEqual([409, 'not_on_sale', [{ id: hidden }, { id: started }]]);
  });

  test('says that ten seats of one product are the limit before it says how many are left', async () => {
    const id = await addProduct(api.ctx, { stock: 3 });
    const { status, body } = await checkout(api, token, [cartLine(id, 11)]);
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    const unnamed = await checkout(api, token, [{ ...cartLine(id), quantity: 1e9 }]);
    expect([unnamed.status, unnamed.body.code]).toEqual([409, 'limit_reached']);
  });

  test.each(['unknown', unknown, '\u0000', "' or 1=1 --", '', 7])('the product %j is 404', async (id) => {
    const lines = [cartLine(await addProduct(api.ctx)), cartLine(unknown, 1, { id })];
    expect((await checkout(api, token, lines)).status).toBe(404);
  });
});

describe('wrong fields of a checkout', () => {
  const wrong: [what: string, change: object, field: string][] = [
    ['quantity 0', { quantity: 0, participants: [] }, 'quantity'],
    ['quantity −1', { quantity: -1 }, 'quantity'],
    ['quantity 1.5', { quantity: 1.5 }, 'quantity'],
    ['quantity "2"', { quantity: '2', participants: participants(2) }, 'quantity'],
    ['no quantity', { quantity: undefined }, 'quantity'],
    ['fewer participants than seats', { quantity: 2, participants: participants(1) }, 'participants'],
    ['more participants than seats', { quantity: 1, participants: participants(2) }, 'participants'],
    ['no participants', { participants: undefined }, 'participants'],
    ['a participant that is a word', { participants: ['Ada'] }, 'participants.0'],
    ['a blank name', { participants: [{ fullName: ' \t ' }] }, 'participants.0.fullName'],
    ['a name of invisible characters', { participants: [{ fullName: '\u200b\u0000' }] }, 'participants.0.fullName'],
    ['no name', { participants: [{}] }, 'participants.0.fullName'],
    ['a name of 121 characters', { participants: [{ fullName: 'a'.repeat(121) }] }, 'participants.0.fullName'],
    ['a name of 5,000 characters', { participants: [{ fullName: 'a'.repeat(5000) }] }, 'participants.0.fullName'],
    ['an address that is none', { participants: [{ fullName: 'Ada', email: 'ada' }] }, 'participants.0.email'],
    ['a price in words', { price: 'bedava' }, 'price'],
    ['no id', { id: undefined }, 'id'],
    ['an id that is a list', { id: [] }, 'id'],
  ];

  test.each(wrong)('%s', async (_, change, field) => {
    const id = await addProduct(api.ctx);
    const { status, body } = await checkout(api, token, [{ ...cartLine(id), ...change }]);
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(body.fields?.[`cartItems.0.${field}`]).toMatch(/\p{L}{3}/u);
    expect(await readStock(api.ctx, id)).toBe(20);
  });

  test('are named by their line in the request, also where another line is of the same product', async () => {
    const [id, other] = [await addProduct(api.ctx), await addProduct(api.ctx)];
    const unnamed = { ...cartLine(id), participants: [] };
    const { body } = await checkout(api, token, [cartLine(id), cartLine(other), unnamed]);
    expect(Object.keys(body.fields ?? {})).toEqual(['cartItems.2.participants']);
  });

  test.each([[undefined], [null], ['x'], [{}], [[]], [[1]], [Array.from({ length: 51 }, () => ({}))]])(
    'a cart that is %j',
    async (cartItems) => {
      expect((await checkout(api, token, cartItems)).status).toBe(422);
    },
  );

  test('do not include a name of 120 characters or a missing, empty or null e-mail', async () => {
    const id = await addProduct(api.ctx);
    const { status } = await checkout(api, token, [
      {
        id,
        quantity: 3,
        participants: [{ fullName: 'a'.repeat(120) }, { fullName: 'b', email: '' }, { fullName: 'c', email: null }],
      },
    ]);
    expect(status).toBe(201);
  });
});

describe('a repeated checkout with the same key', () => {
  const send = (key: string, cartItems: unknown, by = token) =>
    checkout(api, by, cartItems, { 'idempotency-key': key });

  test('gets the same reply and makes no second order', async () => {
    const id = await addProduct(api.ctx);
    const first = await send('a', [cartLine(id)]);
    const again = await send('a', [cartLine(id)]);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await readStock(api.ctx, id)).toBe(19);
  });

  test('is recognised however the JSON is formatted, and another body answers 422', async () => {
    const id = await addProduct(api.ctx);
    const first = await send('a', [{ id, quantity: 1, participants: [{ fullName: 'Ada' }] }]);
    const spelt = `{ "cartItems":[{"participants":[{"fullName":"\\u0041da"}],  "quantity":1.0,"id":"${id}"}]}`;
    const again = await api.send('POST /api/order/create', { token, body: spelt, headers: { 'idempotency-key': 'a' } });
    expect(again.text).toBe(first.text);
    const other = await send('a', [{ id, quantity: 1, participants: [{ fullName: 'Eda' }] }]);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    const more = await send('a', [{ id, quantity: 2, participants: [{ fullName: 'Ada' }] }]);
    expect([more.status, more.body.code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('gets its reply after the seats, the product or the price have changed', async () => {
    const id = await addProduct(api.ctx, { stock: 1 });
    const first = await send('a', [cartLine(id, 1, { price: 650 })]);
    expect((await send('a', [cartLine(id, 1, { price: 650 })])).text).toBe(first.text);
    await changeProduct(api.ctx, id, { deleted_at: new Date(), price_kurus: 1 });
    expect((await send('a', [cartLine(id, 1, { price: 650 })])).text).toBe(first.text);
    expect((await send('a', [cartLine(id, 1, { price: 1 })])).body.code).toBe('idempotency_mismatch');
  });

  test('is processed again after a refusal, with another body too', async () => {
    const id = await addProduct(api.ctx, { stock: 1 });
    expect((await send('a', [cartLine(id, 2)])).status).toBe(409);
    expect((await send('a', [cartLine(id, 1)])).status).toBe(201);
  });

  test('is independent of the keys of other users', async () => {
    const id = await addProduct(api.ctx);
    const other = await api.signUp();
    await send('a', [cartLine(id)]);
    expect((await send('a', [cartLine(id)], other.token)).body.orders[0]?.buyer_email).toBe(other.email);
  });

  test('is a new checkout after 24 hours', async () => {
    const id = await addProduct(api.ctx);
    const first = await send('a', [cartLine(id)]);
    api.advance(dayMs + 1000);
    const again = await send('a', [cartLine(id)]);
    api.advance(-dayMs - 1000);
    expect(again.status).toBe(201);
    expect(again.text).not.toBe(first.text);
  });

  test('has its stored reply deleted after 24 hours, not before', async () => {
    const id = await addProduct(api.ctx);
    const [job] = idempotencyJobs(api.ctx);
    const kept = () => api.ctx.db.$count(idempotencyKeys, eq(idempotencyKeys.key, 'forget me'));
    await send('forget me', [cartLine(id)]);
    await job?.run(AbortSignal.abort());
    expect(await kept()).toBe(1);
    api.advance(dayMs + 1000);
    await job?.run(AbortSignal.abort());
    api.advance(-dayMs - 1000);
    expect(await kept()).toBe(0);
  });

  test('needs a key of 1 to 255 characters', async () => {
    const id = await addProduct(api.ctx);
    expect((await send('k'.repeat(256), [cartLine(id)])).status).toBe(422);
    expect((await send('', [cartLine(id)])).status).toBe(422);
    expect((await send('k'.repeat(255), [cartLine(id)])).status).toBe(201);
  });
});

test('every sold seat has a participant', async () => {
  const lines = await readOrders(api.ctx);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((row) => row.people !== row.quantity)).toEqual([]);
});
