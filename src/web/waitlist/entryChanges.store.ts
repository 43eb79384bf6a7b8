import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { CallError, call, readReason } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import { toast } from '../ui/toast.ts';
import { $waitlist, loadWaitlist, refreshWaitlist } from './waitlist.store.ts';

// Apart from the entries themselves: the orders page loads this for whoever has been in a line.

function findEntry(isWanted: (entry: WaitlistEntry) => boolean): WaitlistEntry | undefined {
  const entries = $waitlist.get();
  return entries.state === 'loaded' ? entries.value.find(isWanted) : undefined;
}

/** Joins the line of a product. Throws CallError. */
export async function joinWaitlist(productId: string, quantity: number): Promise<WaitlistEntry> {
  try {
    const entry = await call('POST /api/waitlist', { body: { product_id: productId, quantity } });
    const entries = $waitlist.get();
    if (entries.state === 'loaded') $waitlist.set({ state: 'loaded', value: [entry, ...entries.value] });
    return entry;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'already_waiting')) throw error;
    // Perhaps by a try whose answer was lost.
    await refreshWaitlist();
    const isAsked = (entry: WaitlistEntry) =>
      entry.product_id === productId && entry.quantity === quantity && entry.state === 'waiting';
    const entry = findEntry(isAsked);
    if (!entry) throw error;
    return entry;
  }
}

/** Leaves a line, or declines an offer. True when it is done; otherwise a toast says why not. */
export async function endEntry({ id, state }: WaitlistEntry): Promise<boolean> {
  try {
    const { message } =
      state === 'offered'
        ? await call('POST /api/waitlist/:id/decline', { params: { id } })
        : await call('DELETE /api/waitlist/:id', { params: { id } });
    toast(message);
    await loadWaitlist();
    return true;
  } catch (error) {
    await refreshWaitlist();
    const now = findEntry((entry) => entry.id === id)?.state;
    // It went through, and its answer was lost.
    if (isUnanswered(error) && (now === 'left' || now === 'declined')) {
      toast(now === 'left' ? 'Sıradan çıktınız.' : 'Vazgeçtiniz.');
      return true;
    }
    const reason = readReason(error, 'Bağlantınızı kontrol edip tekrar deneyin.');
    toast({ text: `İşlem yapılamadı. ${reason}`, tone: 'err' });
    // It may have been taken or lapsed meanwhile.
    return error instanceof CallError && error.code === 'conflict';
  }
}

/** Adds the offered seats that are not in the cart yet. Throws CallError. */
export async function takeOffer({ product_id, quantity }: WaitlistEntry): Promise<void> {
  const { cart } = await call('GET /api/cart');
  const inCart = cart.find((line) => line.product_id === product_id)?.quantity ?? 0;
  if (inCart < quantity) await call('POST /api/cart/add', { body: { product_id, quantity: quantity - inCart } });
}
