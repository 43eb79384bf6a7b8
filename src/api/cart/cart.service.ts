import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { CartItem } from '../../contract/cart.ts';
import { maxSeatsPerBuyer } from '../../shared/limits.ts';
import { toLira } from '../../shared/money.ts';
import { hasAccount } from '../account/accountLocks.service.ts';
import { isOnSale, readProductsOf, readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { lockByName, toJsonb } from '../db/sql.ts';
import { ApiError, notFound } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { readOwnSeats, seatsLeftFor } from '../orders/seatsHeld.service.ts';
import { cartItems } from './cart.tables.ts';

function toItem(product: SeatProduct, quantity: number, stock: number, now: Date): CartItem {
  const price = toLira(product.price_kurus);
  const product_details = { ...product, price, stock, on_sale: isOnSale(product, now) };
  return { product_id: product.id, quantity, product_details };
}

/** Reads a user's cart in the order it was filled, including products no longer on sale. */
export async function readCart(db: Database, userId: string, now: Date): Promise<CartItem[]> {
  const rows = await db
    .select()
    .from(cartItems)
    .where(eq(cartItems.user_id, userId))
    .orderBy(asc(cartItems.created_at), asc(cartItems.product_id));
  const products = await readProductsOf(db, rows);
  const own = await readOwnSeats(db, userId, [...products.keys()], now);
  return rows.map((row) => {
    const product = products.get(row.product_id) as SeatProduct;
    return toItem(product, row.quantity, isOnSale(product, now) ? seatsLeftFor(own, product) : 0, now);
  });
}

/**
 * Runs a mutation under a lock of this user's cart. Throws `unauthenticated` where the account was erased meanwhile:
 * taking out of an empty cart would succeed.
 */
const mutateCart = <Result>(
  ctx: AppContext,
  userId: string,
  work: (mutation: Mutation) => Promise<Result>,
): Promise<Result> =>
  mutate(ctx, userId, async (mutation) => {
    await lockCart(mutation.tx, userId);
    if (!(await hasAccount(mutation.tx, userId))) throw new ApiError('unauthenticated');
    return work(mutation);
  });

/** Locks a user's cart until the transaction ends. */
export const lockCart = (tx: Database, userId: string): Promise<void> => lockByName(tx, `cart ${userId}`);

/** Reads how many seats of each product are in the cart. */
export async function readQuantities(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db.select().from(cartItems).where(eq(cartItems.user_id, userId));
  return new Map(rows.map((row) => [row.product_id, row.quantity]));
}

/** Sets how many seats of a product are in the cart; 0 removes the product. */
export async function setQuantity(tx: Database, userId: string, productId: string, quantity: number, now: Date) {
  if (quantity <= 0) return removeFromCart(tx, userId, productId);
  await tx
    .insert(cartItems)
    .values({ user_id: userId, product_id: productId, quantity, created_at: now })
    .onConflictDoUpdate({ target: [cartItems.user_id, cartItems.product_id], set: { quantity } });
}

/**
 * Adds `quantity` seats of a product, or removes seats where it is negative, and returns how many are in the cart then.
 * Removing always succeeds. Adding throws `limit_reached`, which counts the seats already bought, `not_on_sale` or
 * `stock_exhausted`, checked in this order.
 */
export const addToCart = (ctx: AppContext, userId: string, productId: string, quantity: number): Promise<number> =>
  mutateCart(ctx, userId, async ({ tx, now }) => {
    const product = (await readSeatProducts(tx, [productId])).get(productId);
    if (!product) throw notFound();
    const total = Math.max(0, ((await readQuantities(tx, userId)).get(productId) ?? 0) + quantity);
    if (quantity > 0) {
      const own = await readOwnSeats(tx, userId, [product.id], now);
      const held = own.held.get(product.id) ?? 0;
      const remaining = seatsLeftFor(own, product);
      if (total + held > maxSeatsPerBuyer) throw limitReached(held);
      if (!isOnSale(product, now)) throw new ApiError('not_on_sale');
      if (total > remaining) throw new ApiError('stock_exhausted', { remaining });
    }
    await setQuantity(tx, userId, productId, total, now);
    return total;
  });

function limitReached(held: number): ApiError {
  if (!held) return new ApiError('limit_reached', { held });
  const more = Math.max(0, maxSeatsPerBuyer - held);
  const message = more
    ? `Bu atölyede ${held} kişilik yeriniz var; en fazla ${more} kişilik daha alabilirsiniz.`
    : `Bu atölyede ${held} kişilik yeriniz var; bir atölyeden en fazla ${maxSeatsPerBuyer} kişilik yer alınabilir.`;
  return new ApiError('limit_reached', { message, held });
}

async function removeFromCart(tx: Database, userId: string, productId: string): Promise<void> {
  await tx.delete(cartItems).where(and(eq(cartItems.user_id, userId), eq(cartItems.product_id, productId)));
}

/** SQL that removes lines from the carts of any number of users; rows are locked in id order to avoid deadlocks. */
export const removeFromCartsSql = (lines: { user_id: string; product_id: string }[]): SQL => sql`
  delete from ${cartItems} where (user_id, product_id) in (
    select item.user_id, item.product_id from ${cartItems} item
    join jsonb_to_recordset(${toJsonb(lines)}) as line(user_id uuid, product_id uuid) using (user_id, product_id)
    order by 1, 2 for update of item)`;

/** Removes a product from the cart, whether it is in it or not. Throws `not_found` for one that does not exist. */
export const deleteFromCart = (ctx: AppContext, userId: string, productId: string): Promise<void> =>
  mutateCart(ctx, userId, async ({ tx }) => {
    if (!(await readSeatProducts(tx, [productId])).has(productId)) throw notFound();
    await removeFromCart(tx, userId, productId);
  });
