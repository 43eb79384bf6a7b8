import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { CartItem } from '../../contract/cart.ts';
import { maxSeatsPerOrder } from '../../shared/limits.ts';
import { toLira } from '../../shared/money.ts';
import { isOnSale, readSeatProducts, type SeatProduct, seatsOnSale } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { asJson } from '../db/rows.ts';
import { ApiError, notFound } from '../errors.ts';
import { cartItems } from './cart.tables.ts';

function toItem(event: SeatProduct, quantity: number, now: Date): CartItem {
  const { id, slug, title, image1, date, time, location, category } = event;
  const details = { id, slug, title, image1, date, time, location, category };
  return {
    product_id: id,
    quantity,
    product_details: {
      ...details,
      price: toLira(event.price_kurus),
      stock: seatsOnSale(event, now),
      on_sale: isOnSale(event, now),
    },
  };
}

/** A user's cart in the order it was filled, events that left the sale since included. */
export async function readCart(db: Database, userId: string, now: Date): Promise<CartItem[]> {
  const rows = await db
    .select()
    .from(cartItems)
    .where(eq(cartItems.user_id, userId))
    .orderBy(asc(cartItems.created_at), asc(cartItems.product_id));
  const events = await readSeatProducts(
    db,
    rows.map((row) => row.product_id),
  );
  return rows.map((row) => toItem(events.get(row.product_id) as SeatProduct, row.quantity, now));
}

/** Runs `work` in a transaction that is alone with this user's cart: a line that is not there yet cannot be locked. */
export function withCart<T>(db: Database, userId: string, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cart ${userId}`}, 0))`);
    return work(tx);
  });
}

/** Seats in the cart by event. */
export async function readQuantities(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db.select().from(cartItems).where(eq(cartItems.user_id, userId));
  return new Map(rows.map((row) => [row.product_id, row.quantity]));
}

/** Puts exactly so many seats of an event in the cart; none takes the event out. */
export async function setQuantity(tx: Database, userId: string, productId: string, quantity: number, now: Date) {
  if (quantity <= 0) return removeFromCart(tx, userId, [productId]);
  await tx
    .insert(cartItems)
    .values({ user_id: userId, product_id: productId, quantity, created_at: now })
    .onConflictDoUpdate({ target: [cartItems.user_id, cartItems.product_id], set: { quantity } });
}

/**
 * Adds `quantity` seats of an event, or takes some out; answers how many are in the cart then. Taking out is always
 * possible. Adding throws limit_reached, not_on_sale or stock_exhausted, looked at in this order (CONTRACT.md 3).
 */
export async function addToCart(
  { db, clock }: AppContext,
  userId: string,
  productId: string,
  quantity: number,
): Promise<number> {
  const now = clock();
  return withCart(db, userId, async (tx) => {
    const event = (await readSeatProducts(tx, [productId])).get(productId);
    if (!event) throw notFound();
    const wanted = Math.max(0, ((await readQuantities(tx, userId)).get(productId) ?? 0) + quantity);
    if (quantity > 0) {
      if (wanted > maxSeatsPerOrder) throw new ApiError('limit_reached');
      if (!isOnSale(event, now)) throw new ApiError('not_on_sale');
      if (wanted > event.stock) throw new ApiError('stock_exhausted', { remaining: event.stock });
    }
    await setQuantity(tx, userId, productId, wanted, now);
    return wanted;
  });
}

/** Takes events out of a cart, whether they are in it or not. */
async function removeFromCart(db: Database, userId: string, productIds: string[]): Promise<void> {
  await db.delete(cartItems).where(and(eq(cartItems.user_id, userId), inArray(cartItems.product_id, productIds)));
}

/**
 * Takes bought lines of any number of people out of their carts, as one step of a statement; in one order for
 * everybody, so that nobody waits in a circle with a cart that is being merged.
 */
export const removeFromCartsSql = (lines: { user_id: string; product_id: string }[]): SQL => sql`
  delete from ${cartItems} where (user_id, product_id) in (
    select kept.user_id, kept.product_id from ${cartItems} kept
    join jsonb_to_recordset(${asJson(lines)}) as bought(user_id uuid, product_id uuid) using (user_id, product_id)
    order by 1, 2 for update of kept)`;

/** As `removeFromCart` for one event. Throws `not_found` when no event has this id. */
export async function deleteFromCart({ db }: AppContext, userId: string, productId: string): Promise<void> {
  if (!(await readSeatProducts(db, [productId])).size) throw notFound();
  await removeFromCart(db, userId, [productId]);
}
