import { task } from 'nanostores';
import { $session } from '../account/session.store.ts';
import type { CartProduct } from '../catalog/cartProduct.ts';
import { toast } from '../ui/toast.ts';
import { $guestCart, $seatCount } from './cart.state.ts';
import { openCart, quantityError, withOneSeatMore } from './cart.ts';

export { $accountCart, $cart, $guestCart, $seatCount } from './cart.state.ts';

/** Loaded on demand: guests make no calls. */
const accountCart = () => import('./accountCart.store.ts');

/** Adds one seat of a product to the cart, with a toast that leads there. */
export async function addToCart(product: CartProduct): Promise<void> {
  if ($session.get().state !== 'guest') return (await accountCart()).addToAccountCart(product);
  const before = $guestCart.get().find((item) => item.id === product.id);
  const error = quantityError({ stock: product.stock, quantity: before?.quantity ?? 0 });
  if (error) return toast({ text: `Ürün sepete eklenemedi! ${error}`, tone: 'err' });
  $guestCart.set(withOneSeatMore($guestCart.get(), product));
  toast({ lead: product.title, text: 'sepete eklendi (girişsiz)', action: openCart });
}

if (typeof window !== 'undefined') {
  // An event, because the top bar does not load this store for people without a cart.
  $seatCount.subscribe((count) => void document.dispatchEvent(new CustomEvent('seats', { detail: count })));
  let userId: string | undefined;
  $session.subscribe((session) => {
    if (session.state === 'loading') return;
    const before = userId;
    const now = session.state === 'user' ? session.user.id : undefined;
    userId = now;
    if (now === before) return;
    // A task: the sign-in screen waits for the merge before it leaves the page.
    void task(async () => {
      const { clearAccountCart, mergeAndLoadCart } = await accountCart();
      if (before) clearAccountCart();
      if (now) await mergeAndLoadCart();
    });
  });
}
