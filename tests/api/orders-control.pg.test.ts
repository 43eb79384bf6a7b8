import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import type * as seats from '../../src/api/catalog/seats.service.ts';
import { toJsonb } from '../../src/api/db/sql.ts';
import { cartLine } from '../load/cartLines.ts';
import { checkoutAtOnce, countReplies } from '../load/checkouts.ts';
import { openTestApi } from './harness.ts';
import { addCustomers, addProduct, checkoutIn, countSales } from './shop.ts';

const first = new Map<string, seats.SeatProduct>();
let condition = true;

// The negative control of the race tests: the same rush without the lock (every batch decides by the first state read)
// and, in one of the tests, without the condition of the UPDATE.
vi.mock('../../src/api/catalog/seats.service.ts', async (original) => {
  const real = await original<typeof seats>();
  return {
    ...real,
    lockSeatProducts: async (...[tx, ids]: Parameters<typeof seats.lockSeatProducts>) => {
      for (const [id, product] of await real.readSeatProducts(tx, ids)) if (!first.has(id)) first.set(id, product);
      return new Map(ids.map((id) => [id, { ...(first.get(id) as seats.SeatProduct) }]));
    },
    takeSeatsSql: (lines: seats.SeatLine[]) =>
      condition
        ? real.takeSeatsSql(lines)
        : sql`update ${products} set stock = greatest(0, ${products.stock} - line.quantity)
              from jsonb_to_recordset(${toJsonb(lines)}) as line(id uuid, quantity integer)
              where ${products.id} = line.id returning ${products.id}`,
  };
});
const api = await openTestApi();
const crowd = await addCustomers(api.ctx, 200);

test('without the lock the condition still lets nobody have a seat that is not there', async () => {
  const product = await addProduct(api.ctx, { stock: 20 });
  const sell = checkoutIn(api);
  // One by one, so that each is a transaction of its own.
  for (const token of crowd.slice(0, 40)) await sell(token, [cartLine(product)]);
  expect(await countSales(api.ctx, product)).toMatchObject({ orders: 20, left: 0 });
});

test('without lock and condition the rush sells more seats than there are, so the race test can fail', async () => {
  condition = false;
  const product = await addProduct(api.ctx, { stock: 20 });
  const answers = [];
  for (let turn = 0; turn < 10; turn += 1) {
    answers.push(...(await checkoutAtOnce([checkoutIn(api)], crowd.slice(turn * 20, turn * 20 + 20), product)));
  }
  expect(countReplies(answers)[201]).toBeGreaterThan(20);
  expect((await countSales(api.ctx, product)).seats).toBeGreaterThan(20);
});
