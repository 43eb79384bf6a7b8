import { atom } from 'nanostores';
import type { UndecidedProduct } from '../../../contract/decisions.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminLoad } from '../calls.ts';
import { withFailureToast } from '../failureToast.ts';

/** Events whose time to decide has come while too few seats are sold. */
export const $undecided = atom<AsyncState<UndecidedProduct[]>>({ state: 'idle' });

export const loadUndecided = (): Promise<void> =>
  adminLoad($undecided, 'Karar bekleyen atölyeler yüklenemedi.', () => adminCall('GET /api/admin/decisions'));

export async function decideToRun({ id }: UndecidedProduct): Promise<void> {
  await withFailureToast('Karar kaydedilemedi.', async () => {
    const { message } = await adminCall('POST /api/admin/product/:id/decision', {
      params: { id },
      body: { decision: 'run' },
    });
    toast(message);
  });
  await loadUndecided();
}
