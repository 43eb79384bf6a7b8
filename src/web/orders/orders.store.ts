import { atom } from 'nanostores';
import type { Checkout } from '../../contract/checkouts.ts';
import type { PaymentMethod } from '../../contract/orders.ts';
import { CallError, call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import { toast } from '../ui/toast.ts';

export const $checkouts = atom<AsyncState<Checkout[]>>({ state: 'idle' });

export const loadCheckouts = (): Promise<void> =>
  loadInto($checkouts, () => call('GET /api/my-checkouts'), 'Siparişleriniz alınamadı.');

/** Puts a changed checkout where it stood in the list. */
export function showChanged(changed: Checkout): void {
  const checkouts = $checkouts.get();
  if (checkouts.state !== 'loaded') return;
  const value = checkouts.value.map((checkout) => (checkout.code === changed.code ? changed : checkout));
  $checkouts.set({ state: 'loaded', value });
}

export async function changeMethod(code: string, method: PaymentMethod): Promise<void> {
  try {
    const changed = await call('PUT /api/my-checkouts/:code/method', { params: { code }, body: { method } });
    showChanged(changed);
    toast('Ödeme yolunuz değişti.');
  } catch (error) {
    const refused = error instanceof CallError ? error : undefined;
    const reason = Object.values(refused?.fields ?? {})[0] ?? refused?.message;
    toast({ text: `Ödeme yolu değiştirilemedi. ${reason ?? ''}`.trim(), tone: 'err' });
    // Paid or released meanwhile.
    if (refused?.code === 'conflict') await loadCheckouts();
  }
}
