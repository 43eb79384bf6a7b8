import { eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { cartItems } from './cart.tables.ts';

/** What lies in a user's cart, for the copy of their data. An erased account takes its cart with it. */
export async function cartHeldAbout(db: Database, userId: string): Promise<{ product_id: string; quantity: number }[]> {
  return db
    .select({ product_id: cartItems.product_id, quantity: cartItems.quantity })
    .from(cartItems)
    .where(eq(cartItems.user_id, userId));
}
