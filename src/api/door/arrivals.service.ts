import { randomUUID } from 'node:crypto';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import type { Mutation } from '../mutation.ts';
import { type Seat, seatKey } from '../tickets/tickets.ts';
import { checkIns } from './door.tables.ts';

/** Scans of seats that stood and were of the right event. */
export const countingResults = inArray(checkIns.result, ['in', 'already', 'out']);

interface Arrival extends Seat {
  product_id: string | null;
  at: Date | string;
}

/** Arrivals by the scans of `where`: `findArrival` of shared/doorScans.ts in SQL. */
export const listArrivals = (db: Database, where: SQL): Promise<Arrival[]> =>
  queryRows<Arrival>(
    db,
    sql`
  with scans as (
    select order_id, position, product_id, at, undo from ${checkIns} where ${where} and ${countingResults})
  select order_id, position, product_id, min(at) as at from scans
  where not undo and at > coalesce((
    select max(undone.at) from scans undone
    where undone.undo and undone.order_id = scans.order_id and undone.position = scans.position), '-infinity')
  group by order_id, position, product_id`,
  );

/** Reads since when the participants of these order lines are in, by `seatKey`; who is not in is left out. */
export async function readArrivals(db: Database, orderIds: string[]): Promise<Map<string, Date>> {
  return orderIds.length ? readArrivalsWhere(db, inArray(checkIns.order_id, orderIds)) : new Map();
}

/** As `readArrivals`, for everybody with a seat in a product. */
export const readProductArrivals = (db: Database, productId: string): Promise<Map<string, Date>> =>
  readArrivalsWhere(db, eq(checkIns.product_id, productId));

const readArrivalsWhere = async (db: Database, where: SQL): Promise<Map<string, Date>> =>
  new Map((await listArrivals(db, where)).map(({ at, ...seat }) => [seatKey(seat), new Date(at)]));

/** Takes out whoever had a seat before it was handed on: the new person has not come yet. */
export async function endArrival(mutation: Mutation, { order_id, position }: Seat): Promise<void> {
  const isSeat = and(eq(checkIns.order_id, order_id), eq(checkIns.position, position)) as SQL;
  await endArrivals(mutation, await listArrivals(mutation.tx, isSeat));
}

/** Undoes what was scanned of these seats until `at`, by one undoing scan of that moment for each seat. */
export async function endArrivals({ tx, now }: Mutation, arrivals: Omit<Arrival, 'at'>[], at = now): Promise<void> {
  const ended = arrivals.map(({ order_id, position, product_id }) => ({
    ...{ device: 'server', nonce: randomUUID(), product_id, order_id, position },
    ...{ undo: true, scanned_at: at, at, received_at: now, result: 'out' as const },
  }));
  if (ended.length) await tx.insert(checkIns).values(ended);
}
