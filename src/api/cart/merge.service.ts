import type { CartItem } from '../../contract/cart.ts';
import { maxSeatsPerOrder } from '../../shared/limits.ts';
import { readSeatProducts, seatsOnSale } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { readCart, readQuantities, setQuantity, withCart } from './cart.service.ts';

/** A line that could not be taken over as wanted. */
export interface Adjusted {
  product_id: string;
  wanted: number;
  quantity: number;
}

/** Seats by event; lines that are no line at all are passed over (CONTRACT.md 3). */
function addUp(items: Record<string, unknown>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { product_id, quantity } of items) {
    if (typeof product_id !== 'string' && typeof product_id !== 'number') continue;
    if (!Number.isInteger(quantity) || (quantity as number) < 1) continue;
    const id = String(product_id);
    sums.set(id, Math.min((sums.get(id) ?? 0) + (quantity as number), Number.MAX_SAFE_INTEGER));
  }
  return sums;
}

/**
 * The guest cart joins the user's: quantities add up, cut to the seats left and to the limit. `adjusted` names each
 * line of the guest cart that ended up with fewer seats than wanted; 0 seats means it is not in the cart.
 */
export async function mergeCart(
  { db, clock }: AppContext,
  userId: string,
  items: Record<string, unknown>[],
): Promise<{ cart: CartItem[]; adjusted: Adjusted[] }> {
  const now = clock();
  return withCart(db, userId, async (tx) => {
    const before = await readQuantities(tx, userId);
    const sums = addUp(items);
    const events = await readSeatProducts(tx, [...sums.keys()]);
    const lines = [...sums].map(([product_id, added], index) => {
      const event = events.get(product_id);
      const wanted = Math.min((before.get(product_id) ?? 0) + added, Number.MAX_SAFE_INTEGER);
      const quantity = event ? Math.min(wanted, maxSeatsPerOrder, seatsOnSale(event, now)) : 0;
      // A millisecond apart, so that the lines keep the order in which they were added.
      return { product_id, wanted, quantity, known: event !== undefined, at: new Date(now.getTime() + index) };
    });
    // Written in the order in which a checkout empties carts, so that the two never wait for each other in a circle.
    for (const { product_id, quantity, known, at } of lines.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1)))
      if (known) await setQuantity(tx, userId, product_id, quantity, at);
    const adjusted = lines
      .filter(({ quantity, wanted }) => quantity < wanted)
      .map(({ product_id, wanted, quantity }) => ({ product_id, wanted, quantity }));
    return { cart: await readCart(tx, userId, now), adjusted };
  });
}
