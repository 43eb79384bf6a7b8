import { eq, inArray } from 'drizzle-orm';
import { fold } from '../../contract/text.ts';
import type { Database } from '../db/connection.ts';
import { orders, participants } from './orders.tables.ts';

/** A user's orders with everybody named in them, for the copy of their data. */
export async function ordersHeldAbout(db: Database, userId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.select().from(orders).where(eq(orders.user_id, userId)).orderBy(orders.created_at);
  const ids = rows.map(({ id }) => id);
  const named = ids.length ? await db.select().from(participants).where(inArray(participants.order_id, ids)) : [];
  return rows.map(({ user_id, product_id, search, unit_price_kurus, created_at, ...row }) => ({
    ...row,
    unit_price: unit_price_kurus / 100,
    created_at: created_at.toISOString(),
    participants: named
      .filter(({ order_id }) => order_id === row.id)
      .sort((one, other) => one.position - other.position)
      .map(({ name, surname, email }) => ({ name, surname, email })),
  }));
}

/** Takes every person out of a user's orders; what was sold, when and for how much stays (CONTRACT.md 2). */
export async function erasePersonsFromOrders(tx: Database, userId: string): Promise<void> {
  const rows = await tx
    .select({ id: orders.id, code: orders.code, event_title: orders.event_title })
    .from(orders)
    .where(eq(orders.user_id, userId))
    .orderBy(orders.id)
    .for('update');
  if (!rows.length) return;
  const ids = rows.map(({ id }) => id);
  await tx.delete(participants).where(inArray(participants.order_id, ids));
  for (const { id, code, event_title } of rows) {
    await tx
      .update(orders)
      .set({ user_id: null, buyer_email: null, buyer_name: null, search: fold(`${event_title} ${code}`) })
      .where(eq(orders.id, id));
  }
}
