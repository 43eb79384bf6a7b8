import { $session } from '../account/session.store.ts';
import { loadProducts } from '../catalog/catalog.store.ts';
import { CallError } from '../http.ts';
import { toast } from '../ui/toast.ts';
import { changeSeats, loadCart, removeSeats } from './account.store.ts';
import { $guestCart } from './cart.store.ts';
import { type CartLine, whyNoMore, withQuantity, withToday } from './cart.ts';

const isGuest = () => $session.get().state === 'guest';

/** A guest's cart learns today's prices and seats, and lets events go that are sold no more; silently. */
export async function refreshGuestCart(): Promise<void> {
  if (!isGuest() || !$guestCart.get().length) return;
  try {
    const products = await loadProducts();
    $guestCart.set(withToday($guestCart.get(), products));
  } catch (error) {
    console.error('Sepet verileri alınamadı', error);
  }
}

const say = ({ title }: CartLine, quantity: number) =>
  toast({ lead: title, text: `adedi ${quantity} olarak güncellendi` });

function refuse(error: unknown): void {
  const why = error instanceof CallError && error.code ? `: ${error.message}` : '';
  toast({ text: `Adet güncellenemedi${why}`, tone: 'err' });
}

/** One seat more or less of a line. */
export async function changeQuantity(line: CartLine, delta: 1 | -1): Promise<void> {
  if (isGuest()) {
    const refusal = delta > 0 ? whyNoMore(line) : undefined;
    if (refusal) return toast({ text: `Adet güncellenemedi: ${refusal}`, tone: 'err' });
    $guestCart.set(withQuantity($guestCart.get(), line.id, line.quantity + delta));
    return say(line, Math.max(1, line.quantity + delta));
  }
  try {
    const quantity = await changeSeats(line, delta);
    if (quantity) say(line, quantity);
    else sayRemoved(line);
  } catch (error) {
    refuse(error);
  }
}

/** Takes seats out until so many are left, without a word: the dialog that asked for it shows them. */
export async function lowerTo(line: CartLine, quantity: number): Promise<void> {
  if (quantity < 1) return removeLine(line);
  try {
    if (quantity < line.quantity) await changeSeats(line, quantity - line.quantity);
  } catch (error) {
    refuse(error);
  }
  await loadCart();
}

function sayRemoved(line: CartLine): void {
  const undo = line.on_sale ? { label: 'Geri al', run: () => void putBack(line) } : undefined;
  toast({ text: 'Ürün sepetten kaldırıldı', tone: 'warn', action: undo });
}

/** 'Kaldır': the line goes at once, and can be taken back while the toast shows. */
export async function removeLine(line: CartLine): Promise<void> {
  if (isGuest()) {
    $guestCart.set($guestCart.get().filter(({ id }) => id !== line.id));
    return sayRemoved(line);
  }
  try {
    await removeSeats(line);
    sayRemoved(line);
  } catch (error) {
    refuse(error);
  }
}

async function putBack({ on_sale: _, ...line }: CartLine): Promise<void> {
  if (isGuest()) return $guestCart.set([...$guestCart.get().filter(({ id }) => id !== line.id), line]);
  try {
    await changeSeats(line, line.quantity);
  } catch (error) {
    refuse(error);
  }
}
