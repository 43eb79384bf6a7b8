import { and, eq, gte, type SQLWrapper, sql, sum } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/orders.ts';
import { hourMs } from '../../shared/time.ts';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import { type Offer, offersSql } from '../waitlist/offers.service.ts';
import { isNotCancelled, orders } from './orders.tables.ts';
import { stands } from './orders.ts';

/** What limits the next checkout of an account. */
export interface BuyerHistory {
  /** Seats of not cancelled orders by product. */
  held: Map<string, number>;
  /** Seats of the waiting list that are held for the account, by product. */
  offers: Map<string, Offer>;
  /** Checkouts of the last hour by code, with their time. */
  recent: Map<string, Date>;
}

interface OrderedSeats {
  offer: null;
  user_id: string;
  product_id: string;
  quantity: number;
  status: OrderStatus;
  code: string;
  created_at: string;
}

interface OfferedSeats {
  /** Id of the offer. */
  offer: string;
  user_id: string;
  product_id: string;
  quantity: number;
}

/**
 * Reads what accounts hold of these products, what is offered to them, and their checkouts of the last hour. To decide
 * by it, call `lockBuyers` and `lockSeatProducts` first: nobody else can add to it then.
 */
export async function readBuyerHistory(
  db: Database,
  userIds: string[],
  productIds: string[],
  now: Date,
): Promise<Map<string, BuyerHistory>> {
  const hourAgo = new Date(now.getTime() - hourMs);
  const [buyers, events] = [sql.param([...new Set(userIds)]), sql.param(productIds)];
  const rows = await queryRows<OrderedSeats | OfferedSeats>(
    db,
    // `offset 0` keeps one look-up by `orders_user` for each buyer: while a rush fills a table, its statistics call it
    // small, and reading all of it, or the last hour of everybody, seems cheaper.
    sql`select null as offer, own.* from unnest(${buyers}::uuid[]) as buyer(id) cross join lateral (
          select user_id, product_id, quantity, status, code, created_at from ${orders}
          where user_id = buyer.id offset 0) as own
        where product_id = any(${events}::uuid[]) and status <> 'cancelled' or created_at > ${hourAgo.toISOString()}::timestamptz
        union all
        select id, user_id, product_id, quantity, null, null, null from (${offersSql(userIds, productIds, now)}) as offers`,
  );
  const histories = new Map(
    userIds.map((id): [string, BuyerHistory] => [id, { held: new Map(), offers: new Map(), recent: new Map() }]),
  );
  for (const row of rows) {
    const { held, offers, recent } = histories.get(row.user_id) as BuyerHistory;
    if (row.offer !== null) offers.set(row.product_id, { id: row.offer, quantity: row.quantity });
    else {
      const createdAt = new Date(row.created_at);
      if (stands(row)) held.set(row.product_id, (held.get(row.product_id) ?? 0) + row.quantity);
      if (createdAt > hourAgo) recent.set(row.code, createdAt);
    }
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
  await queryRows(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('checkout ' || id, 0))
        from (select unnest(${sql.param([...new Set(userIds)])}::text[]) as id order by 1) as buyers`,
  );
}

/** The query of how many seats of a product an account bought since a moment and has not given back. */
export const selectSeatsBought = (db: Database, userId: string, productId: string) => (moment: SQLWrapper) => {
  const isOwn = and(eq(orders.user_id, userId), eq(orders.product_id, productId), isNotCancelled);
  return db
    .select({ seats: sum(orders.quantity) })
    .from(orders)
    .where(and(isOwn, gte(orders.created_at, moment)));
};
