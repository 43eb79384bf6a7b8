import { $session } from '../account/session.store.ts';
import { loadProducts } from '../catalog/catalog.store.ts';
import { CallError } from '../http.ts';
import { toast } from '../ui/toast.ts';
import { changeSeatCount, deleteLine, loadCart } from './accountCart.store.ts';
import { $guestCart } from './cart.state.ts';
import { type CartLine, quantityError, withCurrentPrices, withQuantity } from './cart.ts';
import { showStoredToasts, storeToasts } from './cartToasts.ts';
import { changeMessages } from './changeMessages.ts';
import { takeOut } from './checkout.store.ts';

const isGuest = () => $session.get().state === 'guest';

/** Gives a guest's cart today's prices and seats, drops products no longer on sale, and says what changed. */
export async function refreshGuestCart(): Promise<void> {
  if (!isGuest() || !$guestCart.get().length) return;
  try {
    const products = await loadProducts();
    const before = $guestCart.get();
    $guestCart.set(withCurrentPrices(before, products));
    storeToasts(changeMessages(before, $guestCart.get()));
    showStoredToasts();
  } catch (error) {
    console.error('Sepet verileri alınamadı', error);
  }
}

/** Loaded when seats run out. Without a connection the toast about it offers nothing. */
const waitingList = () => import('./waitForSeats.ts');
const noAction = () => undefined;

const showQuantity = ({ id, title }: CartLine, quantity: number) =>
  toast({ lead: title, text: `adedi ${quantity} olarak güncellendi`, about: id });

async function showError(error: unknown, line?: CartLine): Promise<void> {
  const reason = error instanceof CallError && error.code ? `: ${error.message}` : '';
  const action = line && (await waitingList().then(({ waitInstead }) => waitInstead(error, line, [line]), noAction));
  toast({ text: `Adet güncellenemedi${reason}`, tone: 'err', action, about: line?.id });
}

/** Adds one seat to a line, or takes one out. */
export async function changeQuantity(line: CartLine, delta: 1 | -1): Promise<void> {
  if (isGuest()) {
    const error = delta > 0 ? quantityError(line) : undefined;
    if (error) {
      const action = await waitingList().then(({ waitForSeats }) => waitForSeats(line, line.quantity + 1), noAction);
      return toast({ text: `Adet güncellenemedi: ${error}`, tone: 'err', action, about: line.id });
    }
    $guestCart.set(withQuantity($guestCart.get(), line.id, line.quantity + delta));
    return showQuantity(line, Math.max(1, line.quantity + delta));
  }
  try {
    let quantity = 0;
    const change = async () => {
      quantity = await changeSeatCount(line, delta);
    };
    if (line.quantity + delta > 0) await change();
    else if (!(await takeOut(line, change))) return;
    if (quantity) showQuantity(line, quantity);
    else showRemoved(line);
  } catch (error) {
    void showError(error, line);
  }
}

/** Takes seats out until `quantity` are left, without a toast: the dialog that asked for it shows the result. */
export async function reduceQuantity(line: CartLine, quantity: number): Promise<void> {
  if (quantity < 1) return removeLine(line);
  try {
    if (quantity < line.quantity) await changeSeatCount(line, quantity - line.quantity);
  } catch (error) {
    void showError(error);
  }
  await loadCart();
}

function showRemoved(line: CartLine): void {
  const undo = line.on_sale ? { label: 'Geri al', run: () => void undoRemove(line) } : undefined;
  toast({ text: 'Ürün sepetten kaldırıldı', tone: 'warn', action: undo, about: line.id });
}

/** Removes a line at once; the toast offers to undo it. */
export async function removeLine(line: CartLine): Promise<void> {
  if (isGuest()) {
    $guestCart.set($guestCart.get().filter(({ id }) => id !== line.id));
    return showRemoved(line);
  }
  try {
    if (await takeOut(line, () => deleteLine(line))) showRemoved(line);
  } catch (error) {
    void showError(error);
  }
}

async function undoRemove({ on_sale: _, ...line }: CartLine): Promise<void> {
  if (isGuest()) return $guestCart.set([...$guestCart.get().filter(({ id }) => id !== line.id), line]);
  try {
    await changeSeatCount(line, line.quantity);
  } catch (error) {
    void showError(error);
  }
}
