import type { PaymentMethod } from '../../contract/orders.ts';
import { CallError, call, readReason } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import { toast } from '../ui/toast.ts';
import { refreshCheckouts, showChanged, shownCheckouts } from './orders.store.ts';

const changedText = 'Ödeme yolunuz değişti.';

export async function changeMethod(code: string, method: PaymentMethod): Promise<void> {
  try {
    const changed = await call('PUT /api/my-checkouts/:code/method', { params: { code }, body: { method } });
    showChanged(changed);
    toast(changedText);
  } catch (error) {
    // Changed by this try, whose answer was lost, or paid or released meanwhile, or that way is offered no more.
    await refreshCheckouts();
    const isChanged = shownCheckouts().some((checkout) => checkout.code === code && checkout.method === method);
    if (isUnanswered(error) && isChanged) return toast(changedText);
    const field = error instanceof CallError && Object.values(error.fields)[0];
    const reason = field || readReason(error, 'Bağlantınızı kontrol edip tekrar deneyin.');
    toast({ text: `Ödeme yolu değiştirilemedi. ${reason}`, tone: 'err' });
  }
}
