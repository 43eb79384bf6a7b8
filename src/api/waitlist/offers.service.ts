import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { waitlist } from './waitlist.tables.ts';

/** Seats of a product that are held for somebody. */
export interface Offer {
  id: string;
  quantity: number;
}

/** SQL of the offers to accounts that hold, part of a larger statement. Decide by it under the products' lock only. */
export const offersSql = (userIds: string[], productIds: string[], now: Date): SQL => sql`
  select id, user_id, product_id, quantity from ${waitlist}
  where state = 'offered' and offer_until > ${now.toISOString()}::timestamptz
    and product_id = any(${sql.param(productIds)}::uuid[]) and user_id = any(${sql.param(userIds)}::uuid[])`;

/** Marks offers whose seats were bought. */
export async function takeOffers(tx: Database, ids: string[]): Promise<void> {
  if (ids.length) await tx.update(waitlist).set({ state: 'taken' }).where(inArray(waitlist.id, ids));
}

/** Marks a user's entry as taken if they bought as many seats since they joined as they wait for (`boughtSince`). */
export async function takeWaiting(
  tx: Database,
  userId: string,
  productId: string,
  boughtSince: (moment: SQLWrapper) => SQLWrapper,
): Promise<void> {
  const isOwn = and(eq(waitlist.user_id, userId), eq(waitlist.product_id, productId), eq(waitlist.state, 'waiting'));
  const isServed = sql`${waitlist.quantity} <= (${boughtSince(waitlist.joined_at)})`;
  await tx.update(waitlist).set({ state: 'taken' }).where(and(isOwn, isServed));
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
