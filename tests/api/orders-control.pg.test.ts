import { sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import type * as seats from '../../src/api/catalog/seats.service.ts';
import { asJson } from '../../src/api/db/rows.ts';
import { line } from '../load/lines.ts';
import { rush, tally } from '../load/rush.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { addEvent, addPeople, books, sellIn } from './shop.ts';

const first = new Map<string, seats.SeatProduct>();
let condition = true;

// The negative control of orders-races.test.ts: the same rush, with the lock taken out (everybody decides by what the
// first one read) and, in one of the tests, the condition of the UPDATE too.
vi.mock('../../src/api/catalog/seats.service.ts', async (original) => {
  const real = await original<typeof seats>();
  return {
    ...real,
    lockSeatProducts: async (...[tx, ids]: Parameters<typeof seats.lockSeatProducts>) => {
      for (const [id, event] of await real.readSeatProducts(tx, ids)) if (!first.has(id)) first.set(id, event);
      return new Map(ids.map((id) => [id, { ...(first.get(id) as seats.SeatProduct) }]));
    },
    takeSeatsSql: (lines: seats.SeatLine[]) =>
      condition
        ? real.takeSeatsSql(lines)
        : sql`update ${products} set stock = greatest(0, ${products.stock} - wanted.quantity)
              from jsonb_to_recordset(${asJson(lines)}) as wanted(id uuid, quantity integer)
              where ${products.id} = wanted.id returning ${products.id}`,
  };
});

let api: TestApi;
let crowd: string[];
beforeAll(async () => {
  api = await openTestApi();
  crowd = await addPeople(api.ctx, 200);
});

test('without the lock the condition still lets nobody have a seat that is not there', async () => {
  const event = await addEvent(api.ctx, { stock: 20 });
  const sell = sellIn(api);
  // One by one, so that each is a transaction of its own.
  for (const token of crowd.slice(0, 40)) await sell(token, [line(event)]);
  expect(await books(api.ctx, event)).toMatchObject({ orders: 20, left: 0 });
});

test('without lock and condition the rush sells more seats than there are, so the race test can fail', async () => {
  condition = false;
  const event = await addEvent(api.ctx, { stock: 20 });
  const answers = [];
  for (let turn = 0; turn < 10; turn += 1) {
    answers.push(...(await rush([sellIn(api)], crowd.slice(turn * 20, turn * 20 + 20), event)));
  }
  expect(tally(answers)[201]).toBeGreaterThan(20);
  expect((await books(api.ctx, event)).seats).toBeGreaterThan(20);
});
