import { randomUUID } from 'node:crypto';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import type { Mutation } from '../mutation.ts';
import { type Seat, seatKey } from '../tickets/tickets.ts';
import { checkIns } from './door.tables.ts';

/** Scans of seats that stood and were of the right event. */
export const countingResults = inArray(checkIns.result, ['in', 'already', 'out']);

/** Arrivals as rows (order_id, position, at): `findArrival` of shared/doorScans.ts in SQL, for the scans of `where`. */
const selectArrivals = (where: SQL): SQL => sql`
  with scans as (select order_id, position, at, undo from ${checkIns} where ${where} and ${countingResults})
  select order_id, position, min(at) as at from scans
  where not undo and at > coalesce((
    select max(undone.at) from scans undone
    where undone.undo and undone.order_id = scans.order_id and undone.position = scans.position), '-infinity')
  group by order_id, position`;

/** Reads since when the participants of these order lines are in, by `seatKey`; who is not in is left out. */
export async function readArrivals(db: Database, orderIds: string[]): Promise<Map<string, Date>> {
  return orderIds.length ? readArrivalsWhere(db, inArray(checkIns.order_id, orderIds)) : new Map();
}

/** As `readArrivals`, for everybody with a seat in a product. */
export const readProductArrivals = (db: Database, productId: string): Promise<Map<string, Date>> =>
  readArrivalsWhere(db, eq(checkIns.product_id, productId));

async function readArrivalsWhere(db: Database, where: SQL): Promise<Map<string, Date>> {
  const rows = await queryRows<{ order_id: string; position: number; at: Date | string }>(db, selectArrivals(where));
  return new Map(rows.map(({ order_id, position, at }) => [seatKey({ order_id, position }), new Date(at)]));
}

/** Takes out whoever had a seat before it was handed on: the new person has not come yet. */
export async function endArrival({ tx, now }: Mutation, { order_id, position }: Seat): Promise<void> {
  if (!(await readArrivals(tx, [order_id])).has(seatKey({ order_id, position }))) return;
  const ofSeat = and(eq(checkIns.order_id, order_id), eq(checkIns.position, position), countingResults);
  const [scan] = await tx.select().from(checkIns).where(ofSeat).limit(1);
  await tx.insert(checkIns).values({
    ...{ device: 'handover', nonce: randomUUID(), product_id: scan?.product_id, order_id, position },
    ...{ undo: true, scanned_at: now, at: now, received_at: now, result: 'out' as const },
  });
}
