import { persistentAtom } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import { $session, onSignIn } from '../account/session.store.ts';
import { paths } from '../paths.ts';
import { toast } from '../ui/toast.ts';
import {
  type CartLine,
  type GuestItem,
  type Pending,
  repair,
  seatCount,
  whyNoMore,
  withOneMore,
  withPending,
} from './cart.ts';

/** The cart of somebody not signed in, in local storage under `guest_cart`; every tab sees the same one. */
export const $guestCart = persistentAtom<GuestItem[]>('guest_cart', [], { encode: JSON.stringify, decode: repair });

/** The server's cart of whoever is signed in: undefined until it is known. `failed` when it could not be loaded. */
export const $accountCart = atom<{ lines: CartLine[] | undefined; pending: Pending[]; failed: boolean }>({
  lines: undefined,
  pending: [],
  failed: false,
});

/** What the page shows: the server's cart, or the guest's; undefined while it is not known whose. */
export const $cart = computed([$session, $guestCart, $accountCart], (session, guest, { lines, pending }) => {
  if (session.state === 'guest') return guest.map((item): CartLine => ({ ...item, on_sale: true }));
  return lines && withPending(lines, pending);
});

/** What the badge in the top bar shows. */
export const $badge = computed($cart, (lines) => seatCount(lines ?? []));

/** One more seat of an event in the cart, with a toast that leads there. */
export async function addToCart(product: Omit<GuestItem, 'quantity'>): Promise<void> {
  if ($session.get().state !== 'guest') return (await account()).addAsUser(product);
  const before = $guestCart.get().find((item) => item.id === product.id);
  const refusal = whyNoMore({ stock: product.stock, quantity: before?.quantity ?? 0 });
  if (refusal) return toast({ text: `Ürün sepete eklenemedi! ${refusal}`, tone: 'err' });
  $guestCart.set(withOneMore($guestCart.get(), product));
  toast({ lead: product.title, text: 'sepete eklendi (girişsiz)', action: toCart });
}

/** What a toast about the cart offers. */
export const toCart = { label: 'Sepete git', run: () => location.assign(paths.cart) };

/** The part that speaks to the server, which guests never load. */
const account = () => import('./account.store.ts');

if (typeof window !== 'undefined') {
  // The top bar listens without loading this store for people who have no cart.
  $badge.subscribe((count) => void document.dispatchEvent(new CustomEvent('seats', { detail: count })));
  // The sign-in screen waits for this before it takes the person on.
  onSignIn(async () => (await account()).settleCart());
  $session.subscribe(async ({ state }, before) => {
    if (state === 'user' && before?.state !== 'user') (await account()).settleCart();
    if (state === 'guest' && before?.state === 'user') (await account()).forgetCart();
  });
}
