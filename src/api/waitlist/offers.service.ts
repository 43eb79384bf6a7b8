import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { waitlist } from './waitlist.tables.ts';

/** Seats of a product that are held for somebody. */
export interface Offer {
  id: string;
  quantity: number;
}

/** Offers that hold, by account and product. Decide by it under the lock of the products only. */
export async function readOffers(
  db: Database,
  userIds: string[],
  productIds: string[],
  now: Date,
): Promise<(userId: string) => Map<string, Offer>> {
  if (!userIds.length || !productIds.length) return () => new Map();
  const rows = await db
    .select()
    .from(waitlist)
    .where(
      and(
        eq(waitlist.state, 'offered'),
        inArray(waitlist.product_id, productIds),
        inArray(waitlist.user_id, userIds),
        gt(waitlist.offer_until, now),
      ),
    );
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return (userId) =>
    new Map((byUser.get(userId) ?? []).map(({ id, product_id, quantity }) => [product_id, { id, quantity }]));
}

/** Marks offers whose seats were bought. */
export async function takeOffers(tx: Database, ids: string[]): Promise<void> {
  if (ids.length) await tx.update(waitlist).set({ state: 'taken' }).where(inArray(waitlist.id, ids));
}

/** How many entries wait for each product, and how many seats are offered to them. */
export async function countWaiting(
  db: Database,
  productIds: string[],
): Promise<Map<string, { waiting: number; seats_offered: number }>> {
  const counts = new Map<string, { waiting: number; seats_offered: number }>();
  if (!productIds.length) return counts;
  const rows = await db
    .select({ product_id: waitlist.product_id, quantity: waitlist.quantity, state: waitlist.state })
    .from(waitlist)
    .where(and(inArray(waitlist.state, ['waiting', 'offered']), inArray(waitlist.product_id, productIds)));
  for (const { product_id, quantity, state } of rows) {
    const count = counts.get(product_id) ?? { waiting: 0, seats_offered: 0 };
    if (state === 'waiting') count.waiting += 1;
    else count.seats_offered += quantity;
    counts.set(product_id, count);
  }
  return counts;
}
