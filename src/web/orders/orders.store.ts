import { atom } from 'nanostores';
import type { Checkout } from '../../contract/checkouts.ts';
import { call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import { refreshInto } from '../ui/refreshInto.ts';

export const $checkouts = atom<AsyncState<Checkout[]>>({ state: 'idle' });

export const loadCheckouts = (): Promise<void> =>
  loadInto($checkouts, () => call('GET /api/my-checkouts'), 'Siparişleriniz alınamadı.');

/** Asks for the orders again; those that are shown stay where no answer comes. */
export const refreshCheckouts = (): Promise<void> => refreshInto($checkouts, () => call('GET /api/my-checkouts'));

/** The orders as they are shown now. */
export const shownCheckouts = (): Checkout[] => {
  const checkouts = $checkouts.get();
  return checkouts.state === 'loaded' ? checkouts.value : [];
};

/** Puts a changed checkout where it stood in the list. */
export function showChanged(changed: Checkout): void {
  if ($checkouts.get().state !== 'loaded') return;
  $checkouts.set({
    state: 'loaded',
    value: shownCheckouts().map((each) => (each.code === changed.code ? changed : each)),
  });
}
