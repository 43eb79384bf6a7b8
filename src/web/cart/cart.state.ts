import { persistentAtom } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import { $session } from '../account/session.store.ts';
import type { AsyncState } from '../ui/asyncState.ts';
import { safeLocalStorage } from '../ui/storage.ts';
import { type CartLine, type GuestItem, type PendingChange, parseGuestCart, seatCount, withPending } from './cart.ts';

const guestCartKey = 'guest_cart';

/** The guest's cart in local storage, the same in every tab. */
export const $guestCart = persistentAtom<GuestItem[]>(guestCartKey, [], {
  encode: JSON.stringify,
  decode: parseGuestCart,
});

/** The guest's cart as it is stored: `$guestCart` may not have heard yet of what another tab did. */
export const readGuestCart = (): GuestItem[] => parseGuestCart(safeLocalStorage.readText(guestCartKey) ?? '');

export interface AccountCart {
  lines: AsyncState<CartLine[]>;
  /** Changes that the server has not confirmed yet. */
  pending: PendingChange[];
}

/** The cart that the server keeps for whoever is signed in. */
export const $accountCart = atom<AccountCart>({ lines: { state: 'idle' }, pending: [] });

/** The cart to show: the server's or the guest's; undefined while the session or the server's cart is loading. */
export const $cart = computed([$session, $guestCart, $accountCart], (session, guest, { lines, pending }) => {
  if (session.state === 'guest') return guest.map((item): CartLine => ({ ...item, on_sale: true }));
  return lines.state === 'loaded' ? withPending(lines.value, pending) : undefined;
});

/** Seats in the cart, for the badge of the top bar. */
export const $seatCount = computed($cart, (lines) => seatCount(lines ?? []));
