import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type * as offers from '../../src/api/waitlist/offers.service.ts';
import { endOffers } from '../../src/api/waitlist/waitlist.jobs.ts';
import { waitlist } from '../../src/api/waitlist/waitlist.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { countSeats, join, soldOut } from './line.ts';
import { cancelOrder, checkout } from './shop.ts';

// The negative control of the test that an offer is taken or ends: an order does not ask whether the offer still holds.
vi.mock('../../src/api/waitlist/offers.service.ts', async (original) => ({
  ...(await original<typeof offers>()),
  offersSql: (userIds: string[]) =>
    sql`select id, user_id, product_id, quantity from ${waitlist} where user_id = any(${sql.param(userIds)}::uuid[])`,
}));

test('an order that believes an offer which ended sells the seat twice, so the test can fail', async () => {
  const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
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
