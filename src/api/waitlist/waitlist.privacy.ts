import { asc, eq } from 'drizzle-orm';
import { readProductsOf } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import { waitlist } from './waitlist.tables.ts';

/** Returns a user's places in lines. Erasing needs no function: they are deleted with the account. */
export async function exportWaitlist(db: Database, userId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.select().from(waitlist).where(eq(waitlist.user_id, userId)).orderBy(asc(waitlist.joined_at));
  const products = await readProductsOf(db, rows);
  return rows.map(({ product_id, quantity, state, joined_at }) => ({
    event_title: products.get(product_id)?.title,
    quantity,
    state,
    joined_at: joined_at.toISOString(),
  }));
}
