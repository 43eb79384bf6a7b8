import { asc, inArray } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { toLira } from '../../shared/money.ts';
import { readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import { type orders, participants } from './orders.tables.ts';

export type OrderRow = typeof orders.$inferSelect;
export type ParticipantRow = typeof participants.$inferSelect;

/** A bought line as everybody reads it: title and price as sold, day and place as they are today (CONTRACT.md 3). */
export function toOrder(row: OrderRow, event: SeatProduct, people: Pick<ParticipantRow, 'name' | 'surname'>[]) {
  return {
    id: row.id,
    code: row.code,
    event_title: row.event_title,
    date: event.date,
    time: event.time,
    location: event.location,
    quantity: row.quantity,
    unit_price: toLira(row.unit_price_kurus),
    price: toLira(row.unit_price_kurus * row.quantity),
    status: row.status,
    participants: people.map(({ name, surname }) => ({ name, surname })),
    buyer_email: row.buyer_email,
    created_at: row.created_at.toISOString(),
  } satisfies Order;
}

/** Rows of the orders table with what their events and participants add. */
export async function completeOrders(db: Database, rows: OrderRow[]): Promise<Order[]> {
  if (!rows.length) return [];
  const ids = rows.map((row) => row.id);
  const events = await readSeatProducts(
    db,
    rows.map((row) => row.product_id),
  );
  const people = await db
    .select()
    .from(participants)
    .where(inArray(participants.order_id, ids))
    .orderBy(asc(participants.order_id), asc(participants.position));
  const byOrder = Map.groupBy(people, (person) => person.order_id);
  return rows.map((row) => toOrder(row, events.get(row.product_id) as SeatProduct, byOrder.get(row.id) ?? []));
}
