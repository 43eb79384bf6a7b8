import type { TransferOffer } from '../../contract/transfers.ts';
import { CallError, call } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import type { Outcome, Values } from '../ui/form.ts';
import { toLinkProblem } from '../ui/linkPage.ts';

/** Which event the seat of a link is for. Throws CallError, 410 once the link is over. */
export const loadTransfer = (token: string): Promise<TransferOffer> =>
  call('GET /api/transfers/:token', { params: { token } }, { token: null });

const mayBeTakenText =
  'Önceki denemenizin yanıtı ulaşmadı; o denemeyle yeri devralmış olabilirsiniz. Devraldıysanız biletiniz e-postanıza gelir; gelmezse bağlantıyı gönderen kişiye sorun.';

/** Whether a try with the link of this page stayed without an answer. */
let unanswered = false;

/** Takes the seat over. `onExpired` is called where the link ended meanwhile, not by an earlier try of this page. */
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
    unanswered ||= isUnanswered(error);
    if (unanswered && error instanceof CallError && error.code === 'link_expired') return { done: mayBeTakenText };
    return toLinkProblem(error, 'Yer devralınamadı.', onExpired);
  }
}
