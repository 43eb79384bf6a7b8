import type { TransferOffer } from '../../contract/transfers.ts';
import { call } from '../http.ts';
import type { Outcome, Values } from '../ui/form.ts';
import { toLinkProblem } from '../ui/linkPage.ts';

/** Which event the seat of a link is for. Throws CallError, 410 once the link is over. */
export const loadTransfer = (token: string): Promise<TransferOffer> =>
  call('GET /api/transfers/:token', { params: { token } }, { token: null });

/** Takes the seat over. `onExpired` is called where the link ended meanwhile. */
export async function takeSeat(
  token: string,
  { fullName = '', email = '' }: Values,
  onExpired: () => void,
): Promise<Outcome> {
  try {
    const body = { fullName, email, kvkk_consent: true as const };
    const { message } = await call('POST /api/transfers/:token', { params: { token }, body }, { token: null });
    return { done: message };
  } catch (error) {
    return toLinkProblem(error, 'Yer devralınamadı.', onExpired);
  }
}
