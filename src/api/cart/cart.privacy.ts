import { eq } from 'drizzle-orm';
import { readProductsOf } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import { cartItems } from './cart.tables.ts';

/** Returns a user's cart. Erasing needs no function: the cart is deleted with its account. */
export async function exportCart(db: Database, userId: string): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select({ product_id: cartItems.product_id, quantity: cartItems.quantity })
    .from(cartItems)
    .where(eq(cartItems.user_id, userId));
  return nameCartLines(db, rows);
}

/** Adds the titles of the workshops to lines of a cart. */
export async function nameCartLines(
  db: Database,
  lines: { product_id: string; quantity: number }[],
): Promise<Record<string, unknown>[]> {
  const products = await readProductsOf(db, lines);
  return lines.map((line) => ({ event_title: products.get(line.product_id)?.title, ...line }));
}
