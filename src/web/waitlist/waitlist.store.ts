import { atom } from 'nanostores';
import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { CallError, call, readReason } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import { toast } from '../ui/toast.ts';

/** The entries of whoever is signed in, newest first. */
export const $waitlist = atom<AsyncState<WaitlistEntry[]>>({ state: 'idle' });

export const loadWaitlist = (): Promise<void> =>
  loadInto($waitlist, () => call('GET /api/my-waitlist'), 'Bekleme listeniz alınamadı.');

/** Joins the line of a product. Throws CallError. */
export async function joinWaitlist(productId: string, quantity: number): Promise<WaitlistEntry> {
  const entry = await call('POST /api/waitlist', { body: { product_id: productId, quantity } });
  const entries = $waitlist.get();
  if (entries.state === 'loaded') $waitlist.set({ state: 'loaded', value: [entry, ...entries.value] });
  return entry;
}

/** Leaves a line, or declines an offer. True when it is done; otherwise a toast says why not. */
export async function endEntry({ id, state }: WaitlistEntry): Promise<boolean> {
  try {
    const { message } =
      state === 'offered'
        ? await call('POST /api/waitlist/:id/decline', { params: { id } })
        : await call('DELETE /api/waitlist/:id', { params: { id } });
    toast(message);
    return true;
  } catch (error) {
    const reason = readReason(error, 'Bağlantınızı kontrol edip tekrar deneyin.');
    toast({ text: `İşlem yapılamadı. ${reason}`, tone: 'err' });
    // It may have been taken or lapsed meanwhile.
    return error instanceof CallError && error.code === 'conflict';
  } finally {
    await loadWaitlist();
  }
}

/** Adds the offered seats that are not in the cart yet. Throws CallError. */
export async function takeOffer({ product_id, quantity }: WaitlistEntry): Promise<void> {
  const { cart } = await call('GET /api/cart');
  const inCart = cart.find((line) => line.product_id === product_id)?.quantity ?? 0;
  if (inCart < quantity) await call('POST /api/cart/add', { body: { product_id, quantity: quantity - inCart } });
}
