import { atom } from 'nanostores';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { waitlistTexts } from '../../../contract/waitlist.texts.ts';
import type { AdminWaitlistEntry } from '../../../contract/waitlist.ts';
import { type AsyncState, loadInto } from '../../ui/asyncState.ts';
import { createEditForm } from '../../ui/editForm.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { withFailureToast } from '../failureToast.ts';
import { refreshStats } from '../stats.store.ts';
import type { CallOffPreview } from './seats.ts';

/** The line of the product whose participants are open. */
export const $line = atom<AsyncState<AdminWaitlistEntry[]>>({ state: 'idle' });

export async function loadLine(productId: string): Promise<void> {
  $line.set({ state: 'idle' });
  await reloadLine(productId);
}

const reloadLine = (id: string) =>
  loadInto(
    $line,
    () => adminCall('GET /api/admin/product/:id/waitlist', { params: { id } }),
    (error) => errorMessage(error, 'Bekleme listesi alınamadı.'),
  );

/** Moves somebody up or down: who has the higher priority comes first. */
export async function changePriority(
  productId: string,
  { id, priority }: AdminWaitlistEntry,
  by: 1 | -1,
): Promise<void> {
  await withFailureToast('Öncelik değiştirilemedi.', async () => {
    const changed = await adminCall('PATCH /api/admin/waitlist/:id', {
      params: { id },
      body: { priority: priority + by },
    });
    toast(
      changed.position
        ? `${changed.name} şimdi sırada ${changed.position}. kişi.`
        : `${changed.name} için öncelik ${changed.priority}.`,
    );
  });
  await reloadLine(productId);
}

/** Why a product is called off. Sent to everybody, so that no draft of it is kept. */
export const callOffForm = createEditForm({
  name: 'call-off',
  blank: { reason: '' },
  check: ({ reason }): FieldErrors => (reason.trim() ? {} : { reason: waitlistTexts.reason }),
  failure: (error) => errorMessage(error, 'Atölye iptal edilemedi. Yazdıklarınız duruyor.'),
  noDraft: true,
});

/** What calling off would do now. */
export const $effects = atom<AsyncState<CallOffPreview>>({ state: 'idle' });

export async function loadEffects(id: string): Promise<void> {
  $effects.set({ state: 'idle' });
  await loadInto(
    $effects,
    () => adminCall('GET /api/admin/product/:id/cancellation', { params: { id } }),
    (error) => errorMessage(error, 'İptalin etkisi hesaplanamadı.'),
  );
}

/** Calls the product off; answers whether it is done. */
export async function callOff({ id }: Pick<AdminProduct, 'id'>): Promise<boolean> {
  const done = await callOffForm.submit(({ values }) =>
    adminCall('POST /api/admin/product/:id/cancel', { params: { id }, body: values }),
  );
  if (!done) return false;
  callOffForm.open(id, { reason: '' });
  toast(done.message);
  await refreshStats();
  return true;
}
