import { atom } from 'nanostores';
import type { PaymentSummary } from '../../../contract/payments.ts';
import { type AsyncState, loadInto } from '../../ui/asyncState.ts';
import { adminCall, loadMessage } from '../calls.ts';

/** The sums above the lists. */
export const $summary = atom<AsyncState<PaymentSummary>>({ state: 'idle' });

export const loadSummary = (): Promise<void> =>
  loadInto(
    $summary,
    () => adminCall('GET /api/admin/payments/summary'),
    (error) => loadMessage(error, 'Toplamlar alınamadı.'),
  );
