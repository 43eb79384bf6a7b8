import { atom } from 'nanostores';
import type { Checkout } from '../../contract/checkouts.ts';
import type { Order, PaymentMethod } from '../../contract/orders.ts';
import { CallError, call, readReason } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import { type AsyncState, loadInto, refreshInto } from '../ui/asyncState.ts';
import { toast } from '../ui/toast.ts';

export const $checkouts = atom<AsyncState<Checkout[]>>({ state: 'idle' });

export const loadCheckouts = (): Promise<void> =>
  loadInto($checkouts, () => call('GET /api/my-checkouts'), 'Siparişleriniz alınamadı.');

/** Asks for the orders again; those that are shown stay where no answer comes. */
export const refreshCheckouts = (): Promise<void> => refreshInto($checkouts, () => call('GET /api/my-checkouts'));

const shown = (): Checkout[] => {
  const checkouts = $checkouts.get();
  return checkouts.state === 'loaded' ? checkouts.value : [];
};

/** The line of an order as it is shown now. */
export const findOrder = (id: string): Order | undefined =>
  shown()
    .flatMap(({ orders }) => orders)
    .find((order) => order.id === id);

/** Puts a changed checkout where it stood in the list. */
export function showChanged(changed: Checkout): void {
  if ($checkouts.get().state !== 'loaded') return;
  $checkouts.set({ state: 'loaded', value: shown().map((each) => (each.code === changed.code ? changed : each)) });
}

const changedText = 'Ödeme yolunuz değişti.';

export async function changeMethod(code: string, method: PaymentMethod): Promise<void> {
  try {
    const changed = await call('PUT /api/my-checkouts/:code/method', { params: { code }, body: { method } });
    showChanged(changed);
    toast(changedText);
  } catch (error) {
    const { code: refusal, fields } = error instanceof CallError ? error : { code: null, fields: {} };
    // Changed by this try, whose answer was lost, or paid or released meanwhile.
    if (isUnanswered(error) || refusal === 'conflict') await refreshCheckouts();
    const isChanged = shown().some((checkout) => checkout.code === code && checkout.method === method);
    if (isUnanswered(error) && isChanged) return toast(changedText);
    const reason = Object.values(fields)[0] ?? readReason(error, 'Bağlantınızı kontrol edip tekrar deneyin.');
    toast({ text: `Ödeme yolu değiştirilemedi. ${reason}`, tone: 'err' });
  }
}
