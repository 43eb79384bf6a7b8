import type { Cancellation } from '../../contract/cancellations.ts';
import type { Order } from '../../contract/orders.ts';
import { formatDate } from '../../shared/format.ts';
import { noRefundReason, refundDays, refundWay } from '../../shared/refunds.ts';
import { dayMs } from '../../shared/time.ts';
import { formatUntil } from '../../shared/until.ts';

/** When and how money is refunded, or why none is. */
export function refundTerms(
  { refund, percent }: Cancellation,
  { unit_price, paid }: { unit_price: number; paid: number },
  now: Date,
): string {
  if (refund === 0) return noRefundReason(unit_price, { percent, paid });
  const due = new Date(now.getTime() + refundDays * dayMs).toISOString();
  return `En geç ${formatDate(due)} günü, ${refundWay}.`;
}

/** Until when cancelling is free; blank where it is not any more. */
export function cancelRule({ percent, until }: Cancellation): string {
  if (percent === 0) return '';
  return until ? `${formatUntil(until)} iptal ücretsizdir; sonrasında iade yoktur.` : 'İptal ücretsizdir.';
}

/** Until when a line whose event moved can be given back, in the words of the choice; undefined once that is over. */
export function openChoice({ decide_until, status }: Order, now: Date): string | undefined {
  if (!decide_until || Date.parse(decide_until) <= now.getTime()) return undefined;
  const silence = status === 'paid' ? 'Bir şey yapmazsanız yeriniz sizindir.' : 'Uyuyorsa ödemenizi yapmanız yeterli.';
  return `Bu atölyenin tarihi, yeri ya da yürüteni değişti. Size uymuyorsa ${formatUntil(decide_until)} iptal edebilirsiniz; ödediğinizin tamamı iade edilir. ${silence}`;
}
