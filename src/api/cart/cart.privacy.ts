import { eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { cartItems } from './cart.tables.ts';

/** Returns a user's cart. Erasing needs no function: the cart is deleted with its account. */
export const exportCart = (db: Database, userId: string): Promise<{ product_id: string; quantity: number }[]> =>
  db
    .select({ product_id: cartItems.product_id, quantity: cartItems.quantity })
    .from(cartItems)
    .where(eq(cartItems.user_id, userId));
