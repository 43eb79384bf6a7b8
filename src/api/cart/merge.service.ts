import type { CartItem, CartMergeAdjustment } from '../../contract/cart.ts';
import { maxSeatsPerBuyer } from '../../shared/limits.ts';
import { isOnSale, readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { doOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import type { Limit } from '../limits/limits.service.ts';
import { mutate } from '../mutation.ts';
import { readOwnSeats, seatsLeftFor } from '../orders/seatsHeld.service.ts';
import { lockCart, readCart, readQuantities, setQuantity } from './cart.service.ts';

/** A longer one is no id, and the answer, which names it, is stored. */
const maxIdLength = 100;

/** Sums the quantities by product; invalid lines are ignored, as a guest cart comes from browser storage. */
function sumQuantities(items: Record<string, unknown>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { product_id, quantity } of items) {
    if (typeof product_id !== 'string' && typeof product_id !== 'number') continue;
    if (!Number.isInteger(quantity) || (quantity as number) < 1) continue;
    // The answer is stored, and the database holds neither NUL nor half a letter; such an id names nothing.
    const id = String(product_id).slice(0, maxIdLength).toWellFormed().replaceAll('\0', '\ufffd');
    sums.set(id, Math.min((sums.get(id) ?? 0) + (quantity as number), Number.MAX_SAFE_INTEGER));
  }
  return sums;
}

/** Counts merges with a key alone, as their answers are stored for a day. */
const keyedMergeLimit: Limit = { name: 'cart merge', points: 60, seconds: 3600 };

/**
 * Adds a guest cart to the user's, once for each key of a request; see `mergeItems`. Throws `idempotency_mismatch` and
 * `too_many_requests`.
 */
export async function mergeCart(
  ctx: AppContext,
  userId: string,
  items: Record<string, unknown>[],
  request?: IdempotentRequest,
): Promise<{ cart: CartItem[]; adjusted: CartMergeAdjustment[] }> {
  if (request) await ctx.limits.consume(keyedMergeLimit, userId);
  return mutate(ctx, userId, async (mutation) => {
    const { tx, now } = mutation;
    const merge = async () => ({ adjusted: await mergeItems(tx, userId, items, now) });
    const { adjusted } = await doOnce(mutation, request, merge);
    return { cart: await readCart(tx, userId, now), adjusted };
  });
}

/**
 * Adds lines to the user's cart; quantities are limited to the seats left, and to 10 with the seats already bought.
 * Returns each line that got fewer seats than wanted. What is not on sale does not join: a line of it stays.
 */
export async function mergeItems(
  tx: Database,
  userId: string,
  items: Record<string, unknown>[],
  now: Date,
): Promise<CartMergeAdjustment[]> {
  await lockCart(tx, userId);
  const before = await readQuantities(tx, userId);
  const sums = sumQuantities(items);
  const products = await readSeatProducts(tx, [...sums.keys()]);
  const own = await readOwnSeats(tx, userId, [...products.keys()], now);
  const lines = [...sums].map(([product_id, added], index) => {
    const product = products.get(product_id);
    const wanted = Math.min((before.get(product_id) ?? 0) + added, Number.MAX_SAFE_INTEGER);
    const allowed = Math.max(0, maxSeatsPerBuyer - (own.held.get(product_id) ?? 0));
    const joins = product !== undefined && isOnSale(product, now);
    const quantity = joins ? Math.min(wanted, allowed, seatsLeftFor(own, product)) : 0;
    // One millisecond apart, so that the cart keeps the order of the lines.
    return { product_id, wanted, quantity, joins, at: new Date(now.getTime() + index) };
  });
  // Written in the order in which checkouts lock cart rows, so that the two cannot deadlock.
  for (const line of lines.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1)))
    if (line.joins) await setQuantity(tx, userId, line.product_id, line.quantity, line.at);
  return lines
    .filter(({ quantity, wanted }) => quantity < wanted)
    .map(({ product_id, wanted, quantity }) => ({ product_id, wanted, quantity }));
}
