import { randomUUID } from 'node:crypto';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import type { Mutation } from '../mutation.ts';
import { checkIns } from './door.tables.ts';

/** Names one seat of one order line; what the door calls a participant's `id`. */
export const seatId = (orderId: string, position: number): string => `${orderId}-${position}`;

const counts = inArray(checkIns.result, ['in', 'already', 'out']);

/** Entries as rows (order_id, position, at): `findEntry` of src/shared/doorScans.ts in SQL, for the scans of `where`. */
const selectEntries = (where: SQL): SQL => sql`
  with scans as (select order_id, position, at, undo from ${checkIns} where ${where} and ${counts})
  select order_id, position, min(at) as at from scans
  where not undo and at > coalesce((
    select max(undone.at) from scans undone
    where undone.undo and undone.order_id = scans.order_id and undone.position = scans.position), '-infinity')
  group by order_id, position`;

/** Reads since when the participants of these order lines are in, by `seatId`; who is not in is left out. */
export async function readEntries(db: Database, orderIds: string[]): Promise<Map<string, Date>> {
  return orderIds.length ? readWhere(db, inArray(checkIns.order_id, orderIds)) : new Map();
}

/** As `readEntries`, for everybody with a seat in a product. */
export const readProductEntries = (db: Database, productId: string): Promise<Map<string, Date>> =>
  readWhere(db, eq(checkIns.product_id, productId));

async function readWhere(db: Database, where: SQL): Promise<Map<string, Date>> {
  const rows = await queryRows<{ order_id: string; position: number; at: Date | string }>(db, selectEntries(where));
  return new Map(rows.map(({ order_id, position, at }) => [seatId(order_id, position), new Date(at)]));
}

/** Takes out whoever had a seat before it was handed on: the new person has not come yet. */
export async function endEntry({ tx, now }: Mutation, orderId: string, position: number): Promise<void> {
  if (!(await readEntries(tx, [orderId])).has(seatId(orderId, position))) return;
  const [last] = await tx.select().from(checkIns).where(eq(checkIns.order_id, orderId)).limit(1);
  await tx.insert(checkIns).values({
    ...{ device: 'handover', nonce: randomUUID(), product_id: last?.product_id, order_id: orderId, position },
    ...{ undo: true, scanned_at: now, at: now, received_at: now, result: 'out' },
  });
}
