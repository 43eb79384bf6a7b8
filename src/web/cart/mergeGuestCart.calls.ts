import type { CartItem } from '../../contract/cart.ts';
import { readRegistration, storeRegistration } from '../account/registration.ts';
import { $session } from '../account/session.store.ts';
import { call } from '../http.ts';
import { isDoneBefore } from '../sendOnce.ts';
import { $guestCart, readGuestCart } from './cart.state.ts';
import { type GuestItem, withoutSeats } from './cart.ts';
import { storeToasts } from './cartToasts.ts';
import { mergeMessages } from './mergeMessages.ts';
import { endMergeTry, openMergeTry } from './mergeTry.ts';

/** Adds the guest's cart to the account's. Resolves to what that is then; undefined where it has to be loaded. */
export async function mergeGuestCart(guest: GuestItem[]): Promise<CartItem[] | undefined> {
  const rest = await withoutRegisteredSeats(guest);
  return rest.length ? sendMerge(rest) : undefined;
}

/**
 * The lines without the seats that were sent with this account's registration and are in its cart already. Also removes
 * these from the guest's cart. None while nobody can tell: the next page tries again.
 */
async function withoutRegisteredSeats(guest: GuestItem[]): Promise<GuestItem[]> {
  const session = $session.get();
  const registration = session.state === 'user' ? readRegistration(session.user.email) : undefined;
  if (!registration?.cart.length) return guest;
  const answer = await call('GET /api/cart').catch(() => undefined);
  if (!answer) return [];
  const inCart = new Set(answer.cart.map(({ product_id }) => product_id));
  // The activation may have cut their number to the seats that were left.
  const registered = registration.cart.filter(({ product_id }) => inCart.has(product_id));
  storeRegistration({ ...registration, cart: [] });
  const rest = withoutSeats(guest, registered);
  $guestCart.set(rest);
  return rest;
}

/**
 * A merge keeps its key until an answer comes, so that nothing is added twice. If the guest's cart changed since, the
 * server refuses the key of a try that went through, and the next merge sends what was added.
 */
async function sendMerge(guest: GuestItem[]): Promise<CartItem[] | undefined> {
  const items = guest.map(({ id, quantity }) => ({ product_id: id, quantity }));
  const { key, seats } = openMergeTry(items);
  const takeOut = (merged: typeof items) => {
    endMergeTry();
    const rest = withoutSeats(readGuestCart(), merged);
    $guestCart.set(rest);
    return rest;
  };
  try {
    const options = { headers: { 'idempotency-key': key } };
    const { cart, adjusted } = await call('POST /api/cart/merge', { body: { items } }, options);
    takeOut(items);
    storeToasts(mergeMessages(adjusted, guest, cart));
    return cart;
  } catch (error) {
    if (isDoneBefore(error)) {
      const rest = takeOut(seats);
      return rest.length ? sendMerge(rest) : undefined;
    }
    console.error('Sepetler birleştirilemedi', error);
    return undefined;
  }
}
