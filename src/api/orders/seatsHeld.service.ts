import { and, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { type Offer, readOffers } from '../waitlist/offers.service.ts';
import { orders } from './orders.tables.ts';

/** What limits the next checkout of an account. */
export interface BuyerHistory {
  /** Seats of not cancelled orders by product. */
  held: Map<string, number>;
  /** Seats of the waiting list that are held for the account, by product. */
  offers: Map<string, Offer>;
  /** Checkouts of the last hour by code, with their time. */
  recent: Map<string, Date>;
}

export const hourMs = 3_600_000;

/**
 * Reads what accounts hold of these products, what is offered to them, and their checkouts of the last hour. To decide by it, call
 * `lockBuyers` and `lockSeatProducts` first: nobody else can add to it then.
 */
export async function readBuyerHistory(
  db: Database,
  userIds: string[],
  productIds: string[],
  now: Date,
): Promise<Map<string, BuyerHistory>> {
  const hourAgo = new Date(now.getTime() - hourMs);
  const rows = await db
    .select({
      user_id: orders.user_id,
      product_id: orders.product_id,
      quantity: orders.quantity,
      status: orders.status,
      code: orders.code,
      created_at: orders.created_at,
    })
    .from(orders)
    .where(
      and(
        inArray(orders.user_id, userIds),
        or(and(inArray(orders.product_id, productIds), ne(orders.status, 'cancelled')), gt(orders.created_at, hourAgo)),
      ),
    );
  const offersOf = await readOffers(db, userIds, productIds, now);
  const histories = new Map(
    userIds.map((id): [string, BuyerHistory] => [id, { held: new Map(), offers: offersOf(id), recent: new Map() }]),
  );
  for (const { user_id, product_id, quantity, status, code, created_at } of rows) {
    const { held, recent } = histories.get(user_id as string) as BuyerHistory;
    if (status !== 'cancelled') held.set(product_id, (held.get(product_id) ?? 0) + quantity);
    if (created_at > hourAgo) recent.set(code, created_at);
  }
  return histories;
}

/** Reads what one account holds of these products, and what is offered to it. */
export async function readOwnSeats(
  db: Database,
  userId: string,
  productIds: string[],
  now: Date,
): Promise<Pick<BuyerHistory, 'held' | 'offers'>> {
  return (await readBuyerHistory(db, [userId], productIds, now)).get(userId) as BuyerHistory;
}

/** Seats left for whoever has these offers. */
export const seatsLeftFor = ({ offers }: Pick<BuyerHistory, 'offers'>, { id, stock }: { id: string; stock: number }) =>
  stock + (offers.get(id)?.quantity ?? 0);

/** Makes other checkouts of these accounts wait until the transaction ends, in id order to avoid deadlocks. */
export async function lockBuyers(tx: Database, userIds: string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('checkout ' || id, 0))
    from (select unnest(${sql.param([...new Set(userIds)])}::text[]) as id order by 1) as buyers`);
}
