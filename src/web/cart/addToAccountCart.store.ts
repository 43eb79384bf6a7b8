import { $session } from '../account/session.store.ts';
import type { CartProduct } from '../catalog/cartProduct.ts';
import { CallError } from '../http.ts';
import { toast } from '../ui/toast.ts';
import { changeSeatCount, loadedLines } from './accountCart.store.ts';
import { openCart } from './cart.ts';
import { waitInstead } from './waitForSeats.ts';

/** Adds one seat to the cart of whoever is signed in, with a toast. False without one where the session is over. */
export async function addToAccountCart(product: CartProduct): Promise<boolean> {
  try {
    await changeSeatCount({ ...product, quantity: 1 }, 1);
    toast({ lead: product.title, text: 'sepete eklendi', action: openCart, about: product.id });
  } catch (error) {
    if ($session.get().state === 'guest') return false;
    const reason = error instanceof CallError && error.code ? ` ${error.message}` : '';
    const action = waitInstead(error, product, loadedLines());
    toast({ text: `Ürün sepete eklenemedi!${reason}`, tone: 'err', action, about: product.id });
  }
  return true;
}
