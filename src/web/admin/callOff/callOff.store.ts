import { atom } from 'nanostores';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { waitlistTexts } from '../../../contract/waitlist.texts.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { createEditForm } from '../../ui/editForm.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminLoad, errorMessage } from '../calls.ts';
import { toastUnseen } from '../failureToast.ts';
import type { AdminOrder } from '../orders/orders.ts';
import { refreshStats } from '../stats.store.ts';
import type { CallOffPreview } from './callOff.ts';

/** Why a product is called off. Sent to everybody, so that no draft of it is kept. */
export const callOffForm = createEditForm({
  name: 'call-off',
  blank: { reason: '' },
  check: ({ reason }): FieldErrors => (reason.trim() ? {} : { reason: waitlistTexts.reason }),
  failure: (error) =>
    errorMessage(
      error,
      'Sunucudan yanıt gelmedi; atölye iptal edilmiş olabilir. Yazdıklarınız duruyor, yeniden deneyin.',
    ),
  noDraft: true,
});

/** What calling off would do now, and the orders it concerns. */
export const $effects = atom<AsyncState<{ preview: CallOffPreview; orders: AdminOrder[] }>>({ state: 'idle' });

/** Id of the product whose reason is in the form. */
let openedId = '';

/** Opens the form of a product; a reason that was typed for it and not sent is still there. */
export function openCallOff(id: string): Promise<void> {
  if (openedId !== id) callOffForm.open(id, { reason: '' });
  openedId = id;
  return loadEffects(id);
}

export async function loadEffects(id: string): Promise<void> {
  $effects.set({ state: 'idle' });
  await adminLoad($effects, 'İptalin etkisi hesaplanamadı.', async () => {
    const [preview, orders] = await Promise.all([
      adminCall('GET /api/admin/product/:id/cancellation', { params: { id } }),
      adminCall('GET /api/admin/orders', { query: { product_id: id, sort: 'asc' } }),
    ]);
    return { preview, orders };
  });
}

export async function callOff({ id }: Pick<AdminProduct, 'id'>): Promise<boolean> {
  const done = await callOffForm.submit(({ values }) =>
    adminCall('POST /api/admin/product/:id/cancel', { params: { id }, body: values }),
  );
  if (!done) {
    toastUnseen(callOffForm);
    return false;
  }
  callOffForm.open(id, { reason: '' });
  toast(done.message);
  await refreshStats();
  return true;
}
