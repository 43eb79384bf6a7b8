import { $session } from '../account/session.store.ts';
import type { CartProduct } from '../catalog/cartProduct.ts';
import { toast } from '../ui/toast.ts';
import { readGuestCart } from './cart.state.ts';
import { $guestCart } from './cart.store.ts';
import { type GuestItem, openCart, quantityError, withOneSeatMore } from './cart.ts';

/** Adds one seat of a product to the cart, with a toast that leads there. */
export async function addToCart(product: CartProduct): Promise<void> {
  if ($session.get().state !== 'guest') {
    const { addToAccountCart } = await import('./addToAccountCart.store.ts');
    if (await addToAccountCart(product)) return;
  }
  const before = $guestCart.get().find((item) => item.id === product.id);
  const quantity = before?.quantity ?? 0;
  const error = quantityError({ stock: product.stock, quantity });
  if (error) {
    const offer = import('./waitForSeats.ts').then(({ waitForSeats }) => waitForSeats(product, quantity + 1));
    // Without a connection the toast offers nothing.
    const action = await offer.catch(() => undefined);
    return toast({ text: `Ürün sepete eklenemedi! ${error}`, tone: 'err', action, about: product.id });
  }
  if (!store(withOneSeatMore($guestCart.get(), product)))
    return toast({ text: 'Ürün sepete eklenemedi! Tarayıcınız bir şey saklayamıyor.', tone: 'err' });
  toast({ lead: product.title, text: 'sepete eklendi (girişsiz)', action: openCart, about: product.id });
}

/** Stores the guest's cart. False where the browser's storage is full, or closed to us. */
function store(items: GuestItem[]): boolean {
  const before = $guestCart.get();
  try {
    $guestCart.set(items);
  } catch {
    return false;
  }
  // Where the browser forbids storage nothing throws: the atom has the lines, which the next page would not find.
  const isStored = readGuestCart().length > 0;
  if (!isStored) $guestCart.set(before);
  return isStored;
}
