import { atom } from 'nanostores';
import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { CallError, call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import { refreshInto } from '../ui/refreshInto.ts';

/** The entries of whoever is signed in, newest first. */
export const $waitlist = atom<AsyncState<WaitlistEntry[]>>({ state: 'idle' });

export const loadWaitlist = (): Promise<void> =>
  loadInto($waitlist, () => call('GET /api/my-waitlist'), 'Bekleme listeniz alınamadı.');

/** Asks for the entries again; those that are shown stay where no answer comes. */
export const refreshWaitlist = (): Promise<void> => refreshInto($waitlist, () => call('GET /api/my-waitlist'));

/** The first entry of this kind that is shown now. */
export function findEntry(isWanted: (entry: WaitlistEntry) => boolean): WaitlistEntry | undefined {
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
