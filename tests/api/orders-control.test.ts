import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import type * as seats from '../../src/api/catalog/seats.service.ts';
import { rush, tally } from '../load/rush.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { addEvent, books, buyers, sellIn } from './shop.ts';

// The negative control of orders-races.test.ts: the same rush, with the condition taken out of the UPDATE.
vi.mock('../../src/api/catalog/seats.service.ts', async (original) => ({
  ...(await original<typeof seats>()),
  takeSeats: async (...[tx, lines]: Parameters<typeof seats.takeSeats>) => {
    for (const { id, quantity } of lines) {
      await tx
        .update(products)
        .set({ stock: sql`greatest(0, ${products.stock} - ${quantity})` })
        .where(eq(products.id, id));
    }
    return [];
  },
}));

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

test('without the condition the rush sells more seats than there are, so the race test can fail', async () => {
  const event = await addEvent(api.platform, { stock: 20 });
  const answers = await rush([sellIn(api)], await buyers(api, 200), event);
  expect(tally(answers)[201]).toBeGreaterThan(20);
  expect((await books(api.platform, event)).seats).toBeGreaterThan(20);
});
