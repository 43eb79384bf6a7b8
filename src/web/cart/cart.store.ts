import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { toast } from '../ui/toast.ts';
import { type GuestItem, seatCount, withOneMore } from './cart.ts';

/** The cart of somebody not signed in, in local storage under `guest_cart`. */
export const $guestCart = persistentAtom<GuestItem[]>('guest_cart', [], { encode: JSON.stringify, decode });

/** What the badge in the top bar shows. */
export const $badge = computed($guestCart, seatCount);

/** Adds one seat without a sign-in. Never refuses: the server checks seats when it matters. */
export function addAsGuest(product: Omit<GuestItem, 'quantity'>): void {
  $guestCart.set(withOneMore($guestCart.get(), product));
  toast({ lead: product.title, text: 'sepete eklendi (girişsiz)' });
}

/** One more seat of an event in the cart, with a toast. */
export const addToCart = addAsGuest;

/** Whatever somebody else wrote under the key, the cart stays a list of lines with whole quantities. */
function decode(text: string): GuestItem[] {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items.filter((item) => item?.id && Number.isInteger(item.quantity)) : [];
  } catch {
    return [];
  }
}
