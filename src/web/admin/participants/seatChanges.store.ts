import type { AdminCancellation } from '../../../contract/cancellations.ts';
import { toProblem } from '../../account/problem.ts';
import { CallError } from '../../http.ts';
import type { CancelOutcome } from '../../orders/useCancellation.ts';
import type { Outcome } from '../../ui/form.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage } from '../calls.ts';
import type { AdminOrder } from '../orders/orders.ts';
import { refreshStats } from '../stats.store.ts';
import { reload } from './participants.store.ts';

/** Mends the name of a participant of a product; answers what is wrong with it. */
export async function renameParticipant(
  productId: string,
  { id, position }: { id: string; position: number },
  fullName: string,
): Promise<Outcome | undefined> {
  try {
    const params = { id, position: String(position) };
    const { message } = await adminCall('PATCH /api/admin/orders/:id/participants/:position', {
      params,
      body: { fullName },
    });
    toast(message);
  } catch (error) {
    return toProblem(error, 'Ad düzeltilemedi. Yazdığınız duruyor, tekrar deneyin.');
  } finally {
    // Also after a refusal, and where the answer was lost: the list says what became of the seat.
    void reload(productId);
  }
}

/** What cancelling these seats of a line would bring now. Throws CallError. */
export const loadCancellation = ({ id }: AdminOrder, positions: number[] | undefined): Promise<AdminCancellation> =>
  adminCall('GET /api/admin/orders/:id/cancellation', {
    params: { id },
    query: { participants: positions?.join() },
  });

/** Cancels these seats of a line of a product, or the whole line where none are named. */
export async function cancelSeats(
  productId: string,
  { id }: AdminOrder,
  body: { expected_refund: number; participants: number[] | undefined },
): Promise<CancelOutcome<AdminCancellation>> {
  try {
    const { message } = await adminCall('POST /api/admin/orders/:id/cancel', { params: { id }, body });
    toast(message);
    void Promise.all([reload(productId), refreshStats()]);
    return { done: true };
  } catch (error) {
    if (error instanceof CallError && error.code === 'terms_changed' && error.body.cancellation)
      return { terms: error.body.cancellation as AdminCancellation, text: error.message };
    void reload(productId);
    if (error instanceof CallError && 'participants' in error.fields)
      return { failed: 'Seçtiğiniz yer artık bu siparişte değil; bu arada iptal edilmiş olabilir.' };
    return {
      failed: errorMessage(
        error,
        'Sunucudan yanıt gelmedi; iptal edilmiş olabilir. Yer hâlâ duruyorsa tekrar deneyin.',
      ),
    };
  }
}
