import { atom } from 'nanostores';
import type { PaymentSummary } from '../../../contract/payments.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { adminCall, adminLoad } from '../calls.ts';

/** The sums above the lists. */
export const $summary = atom<AsyncState<PaymentSummary>>({ state: 'idle' });

export const loadSummary = (): Promise<void> =>
  adminLoad($summary, 'Toplamlar alınamadı.', () => adminCall('GET /api/admin/payments/summary'));
