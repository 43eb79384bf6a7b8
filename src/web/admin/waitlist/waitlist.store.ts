import { atom } from 'nanostores';
import type { AdminWaitlistEntry } from '../../../contract/waitlist.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminLoad } from '../calls.ts';
import { withFailureToast } from '../failureToast.ts';

/** The line of the product whose participants are open. */
export const $line = atom<AsyncState<AdminWaitlistEntry[]>>({ state: 'idle' });

export async function loadLine(productId: string): Promise<void> {
  $line.set({ state: 'idle' });
  await reloadLine(productId);
}

const reloadLine = (id: string) =>
  adminLoad($line, 'Bekleme listesi alınamadı.', () =>
    adminCall('GET /api/admin/product/:id/waitlist', { params: { id } }),
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
