import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import {
  lockSeatProducts,
  readSeatProducts,
  type SeatProduct,
  takeSeatsSql,
  writeSeats,
} from '../../src/api/catalog/seats.service.ts';
import { toJsonb } from '../../src/api/db/sql.ts';
import { readBuyerHistory } from '../../src/api/orders/seatsHeld.service.ts';
import * as line from '../../src/api/waitlist/freeSeats.service.ts';
import { offersSql } from '../../src/api/waitlist/offers.service.ts';
import { endOffers } from '../../src/api/waitlist/waitlist.jobs.ts';
import { waitlist } from '../../src/api/waitlist/waitlist.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { checkoutAtOnce, countReplies } from '../load/checkouts.ts';
import { rushSeats } from '../load/seatRush.ts';
import { openTestApi } from './harness.ts';
import { countSeats, join, soldOut } from './line.ts';
import { addCustomers, addProduct, cancelOrder, checkout, checkoutIn, countSales } from './shop.ts';

// The negative controls of the race tests about seats: the same without a lock, a condition or a look that is meant.
vi.mock('../../src/api/catalog/seats.service.ts', { spy: true });
vi.mock('../../src/api/orders/seatsHeld.service.ts', { spy: true });
vi.mock('../../src/api/waitlist/offers.service.ts', { spy: true });
// It exports SQL, too, which cannot be spied on.
vi.mock('../../src/api/waitlist/freeSeats.service.ts', async (original) => {
  const real = await original<typeof line>();
  return { ...real, freeSeats: vi.fn(real.freeSeats) };
});
afterEach(() => vi.resetAllMocks());

const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const crowd = await addCustomers(api.ctx, 200);

/** Lets every batch decide by the first state read. */
function forgetLock(): void {
  const first = new Map<string, SeatProduct>();
  vi.mocked(lockSeatProducts).mockImplementation(async (tx, ids) => {
    for (const [id, product] of await readSeatProducts(tx, ids)) if (!first.has(id)) first.set(id, product);
    return new Map(ids.map((id) => [id, { ...(first.get(id) as SeatProduct) }]));
  });
}

test('without the lock the condition still lets nobody have a seat that is not there', async () => {
  forgetLock();
  const product = await addProduct(api.ctx, { stock: 20 });
  const sell = checkoutIn(api);
  // One by one, so that each is a transaction of its own.
  for (const token of crowd.slice(0, 40)) await sell(token, [cartLine(product)]);
  expect(await countSales(api.ctx, product)).toMatchObject({ orders: 20, left: 0 });
});

test('without lock and condition the rush sells more seats than there are, so the race test can fail', async () => {
  forgetLock();
  vi.mocked(takeSeatsSql).mockImplementation(
    (lines) => sql`update ${products} set stock = greatest(0, ${products.stock} - line.quantity)
      from jsonb_to_recordset(${toJsonb(lines)}) as line(id uuid, quantity integer)
      where ${products.id} = line.id returning ${products.id}`,
  );
  const product = await addProduct(api.ctx, { stock: 20 });
  const answers = [];
  for (let turn = 0; turn < 10; turn += 1) {
    answers.push(...(await checkoutAtOnce([checkoutIn(api)], crowd.slice(turn * 20, turn * 20 + 20), product)));
  }
  expect(countReplies(answers)[201]).toBeGreaterThan(20);
  expect((await countSales(api.ctx, product)).seats).toBeGreaterThan(20);
});

// Every batch decides by what the buyer held at first, as it would if it were read before the lock.
test('without what the lock protects two orders of six hold twelve, so the race test can fail', async () => {
  const { id, token } = await api.signUp();
  const product = await addProduct(api.ctx, { stock: 30 });
  const first = await readBuyerHistory(api.ctx.db, [id], [product], api.ctx.clock());
  vi.mocked(readBuyerHistory).mockImplementation(async () => structuredClone(first));
  const answers = [
    await checkout(api, token, [cartLine(product, 6)]),
    await checkout(api, token, [cartLine(product, 6)]),
  ];
  expect(countReplies(answers)).toEqual({ 201: 2 });
  expect((await countSales(api.ctx, product)).seats).toBe(12);
});

// An order does not ask whether the offer still holds.
test('an order that believes an offer which ended sells the seat twice, so the test can fail', async () => {
  vi.mocked(offersSql).mockImplementation(
    (userIds) =>
      sql`select id, user_id, product_id, quantity from ${waitlist} where user_id = any(${sql.param(userIds)}::uuid[])`,
  );
  const admin = await api.signUp({ role: 'admin' });
  const { id, buyers } = await soldOut(api, 1);
  const first = await join(api, id);
  await join(api, id);
  await cancelOrder(api, admin, buyers[0]!.orderId);
  await api.ctx.db.update(waitlist).set({ offer_until: api.ctx.clock() }).where(eq(waitlist.id, first.entry.id));
  await endOffers(api.ctx);
  await checkout(api, first.token, [cartLine(id)]);
  expect(await countSeats(api, id)).toBeGreaterThan(1);
});

// Seats go on sale first, and a job serves the line later.
test('seats that are handed out by a job are snatched, so the race test can fail', async () => {
  vi.mocked(line.freeSeats).mockImplementation(async ({ tx }, id, quantity) => {
    const product = (await readSeatProducts(tx, [id])).get(id) as SeatProduct;
    await writeSeats(tx, id, { stock: product.stock + quantity, held_seats: 0 });
  });
  expect((await rushSeats(api, { cancellations: 6, buyers: 12 })).snatched).toBeGreaterThan(0);
});
