import type { Cancellation } from '../../contract/cancellations.ts';
import type { Order } from '../../contract/orders.ts';
import { joinName } from '../../shared/names.ts';
import { toProblem } from '../account/problem.ts';
import { CallError, call } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import { serverNow } from '../serverClock.ts';
import type { Outcome } from '../ui/form.ts';
import { toast } from '../ui/toast.ts';
import { loadCheckouts, refreshCheckouts, shownCheckouts } from './orders.store.ts';
import { splitByTime } from './orders.ts';
import type { CancelOutcome } from './useCancellation.ts';

/** The line of an order as it is shown now. */
const findOrder = (id: string): Order | undefined =>
  shownCheckouts()
    .flatMap(({ orders }) => orders)
    .find((order) => order.id === id);

/** Whether a change that failed was made all the same, and only its answer was lost: `isMade` looks at the line now. */
async function isMadeAfter(error: unknown, { id }: Order, isMade: (now: Order) => boolean): Promise<boolean> {
  if (!isUnanswered(error)) return false;
  await refreshCheckouts();
  const now = findOrder(id);
  return now !== undefined && isMade(now);
}

/** What cancelling these seats, or the whole line, would bring now. Throws CallError. */
export const loadCancellation = ({ id }: Order, positions: number[] | undefined): Promise<Cancellation> =>
  call('GET /api/my-orders/:id/cancellation', { params: { id }, query: { participants: positions?.join(',') } });

export async function cancelSeats(
  order: Order,
  positions: number[] | undefined,
  expected_refund: number,
): Promise<CancelOutcome> {
  try {
    await call('POST /api/my-orders/:id/cancel', {
      params: { id: order.id },
      body: { expected_refund, participants: positions },
    });
    await loadCheckouts();
  } catch (error) {
    const isGoneFrom = ({ status, participants }: Order) =>
      status === 'cancelled' || (!!positions && !participants.some(({ position }) => positions.includes(position)));
    if (await isMadeAfter(error, order, isGoneFrom)) return sayCancelled();
    if (!(error instanceof CallError) || !error.code)
      return { failed: 'İptal edilemedi. Bağlantınızı kontrol edip tekrar deneyin; seçiminiz duruyor.' };
    if (error.code === 'terms_changed' && error.body.cancellation)
      return { terms: error.body.cancellation as Cancellation, text: error.message };
    const isGone = 'participants' in error.fields;
    // Cancelled or begun meanwhile, perhaps by a try whose answer was lost.
    if (isGone || error.code === 'conflict' || error.code === 'too_late') await refreshRefused(error, order);
    if (isGone)
      return { failed: 'Seçtiğiniz yer artık bu siparişte değil; önceki denemenizde iptal edilmiş olabilir.' };
    return { failed: Object.values(error.fields)[0] ?? error.message };
  }
  return sayCancelled();
}

function sayCancelled(): { done: true } {
  toast('İptal edildi. Ayrıntıları size e-postayla da gönderdik.');
  return { done: true };
}

export async function renameParticipant(order: Order, position: number, name: string): Promise<Outcome | undefined> {
  try {
    const params = { id: order.id, position: String(position) };
    const { message } = await call('PATCH /api/my-orders/:id/participants/:position', {
      params,
      body: { fullName: name },
    });
    await loadCheckouts();
    toast(message);
  } catch (error) {
    const isNamed = ({ participants }: Order) =>
      participants.some((person) => person.position === position && joinName(person) === name.trim());
    if (await isMadeAfter(error, order, isNamed)) return void toast('Ad düzeltildi.');
    return toProblem(error, 'Ad düzeltilemedi. Yazdığınız duruyor, tekrar deneyin.');
  }
}

/**
 * Shows the orders as they are after a refusal: a seat was cancelled or handed on meanwhile, or the event began. A
 * line that is over takes its dialog along, with the sentence in it.
 */
async function refreshRefused({ message }: CallError, { id }: Order): Promise<void> {
  await refreshCheckouts();
  const line = findOrder(id);
  if (line && !splitByTime([line], serverNow()).upcoming.length) toast({ text: message, tone: 'err' });
}

const refreshAndThrow = (order: Order) => async (error: unknown) => {
  if (error instanceof CallError && error.code) await refreshRefused(error, order);
  throw error;
};

/** Makes the link that hands a seat on; the one before it ends. Throws CallError. */
export async function makeTransfer(order: Order, position: number): Promise<{ url: string; expires_at: string }> {
  const made = await call('POST /api/my-orders/:id/participants/:position/transfer', {
    params: { id: order.id, position: String(position) },
  }).catch(refreshAndThrow(order));
  // The link is shown whatever becomes of the list behind it.
  void refreshCheckouts();
  return made;
}

/** Takes the link back. Throws CallError. */
export async function withdrawTransfer(order: Order, position: number): Promise<void> {
  const { message } = await call('DELETE /api/my-orders/:id/participants/:position/transfer', {
    params: { id: order.id, position: String(position) },
  }).catch(refreshAndThrow(order));
  await loadCheckouts();
  toast(message);
}
