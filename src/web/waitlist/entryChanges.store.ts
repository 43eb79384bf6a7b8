import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { CallError, call, readReason } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import { toast } from '../ui/toast.ts';
import { findEntry, loadWaitlist, refreshWaitlist } from './waitlist.store.ts';

// Apart from the entries themselves: the orders page loads this for whoever has been in a line.

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
