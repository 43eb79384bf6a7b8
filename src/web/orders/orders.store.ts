import { atom } from 'nanostores';
import type { Checkout } from '../../contract/checkouts.ts';
import type { PaymentMethod } from '../../contract/orders.ts';
import { CallError, call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import { toast } from '../ui/toast.ts';

/** The checkouts of whoever is signed in. */
export const $checkouts = atom<AsyncState<Checkout[]>>({ state: 'idle' });

export const loadCheckouts = (): Promise<void> =>
  loadInto($checkouts, () => call('GET /api/my-checkouts'), 'Siparişleriniz alınamadı.');

/** Changes how an open checkout is paid. */
export async function changeMethod(code: string, method: PaymentMethod): Promise<void> {
  try {
    const changed = await call('PUT /api/my-checkouts/:code/method', { params: { code }, body: { method } });
    const { state, ...rest } = $checkouts.get();
    if (state !== 'loaded' || !('value' in rest)) return;
    const value = rest.value.map((checkout) => (checkout.code === code ? changed : checkout));
    $checkouts.set({ state, value });
    toast('Ödeme yolunuz değişti.');
  } catch (error) {
    const refused = error instanceof CallError ? error : undefined;
    const reason = Object.values(refused?.fields ?? {})[0] ?? refused?.message;
    toast({ text: `Ödeme yolu değiştirilemedi. ${reason ?? ''}`.trim(), tone: 'err' });
    // Paid or released meanwhile.
    if (refused?.code === 'conflict') await loadCheckouts();
  }
}
