import { eq } from 'drizzle-orm';
import { readSeatProducts } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import { cartItems } from './cart.tables.ts';

/** Returns a user's cart. Erasing needs no function: the cart is deleted with its account. */
export async function exportCart(db: Database, userId: string): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select({ product_id: cartItems.product_id, quantity: cartItems.quantity })
    .from(cartItems)
    .where(eq(cartItems.user_id, userId));
  const products = await readSeatProducts(
    db,
    rows.map(({ product_id }) => product_id),
  );
  return rows.map((row) => ({ event_title: products.get(row.product_id)?.title, ...row }));
}
