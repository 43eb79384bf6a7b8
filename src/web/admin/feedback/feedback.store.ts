import { atom } from 'nanostores';
import type { Feedback } from '../../../contract/feedback.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { adminCall, adminLoad } from '../calls.ts';

/** What participants thought of the product whose participants are open. */
export const $feedback = atom<AsyncState<Feedback>>({ state: 'idle' });

export async function loadFeedback(id: string): Promise<void> {
  $feedback.set({ state: 'idle' });
  await adminLoad($feedback, 'Görüşler yüklenemedi.', () =>
    adminCall('GET /api/admin/product/:id/feedback', { params: { id } }),
  );
}
