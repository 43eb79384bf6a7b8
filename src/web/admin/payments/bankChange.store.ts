import { atom } from 'nanostores';
import { adminCall } from '../calls.ts';

/** When the account that buyers pay to last changed; null until known. */
export const $bankChangedAt = atom<string | null>(null);

/** Asks for it; nothing is shown when that fails. */
export async function loadBankChange(): Promise<void> {
  try {
    $bankChangedAt.set((await adminCall('GET /api/admin/payment-settings')).bank_changed_at);
  } catch {
    $bankChangedAt.set(null);
  }
}
