import { and, inArray, ne, sum } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { orders } from './orders.tables.ts';

const standing = ne(orders.status, 'cancelled');

/** Seats sold by event, cancelled orders aside. */
export async function seatsSold(db: Database, productIds: string[]): Promise<Map<string, number>> {
  if (!productIds.length) return new Map();
  const rows = await db
    .select({ id: orders.product_id, seats: sum(orders.quantity).mapWith(Number) })
    .from(orders)
    .where(and(inArray(orders.product_id, productIds), standing))
    .groupBy(orders.product_id);
  return new Map(rows.map(({ id, seats }) => [id, seats]));
}

/** Seats sold of all events ever, cancelled orders aside. */
export async function allSeatsSold(db: Database): Promise<number> {
  const [row] = await db
    .select({ seats: sum(orders.quantity).mapWith(Number) })
    .from(orders)
    .where(standing);
  return row?.seats ?? 0;
}
