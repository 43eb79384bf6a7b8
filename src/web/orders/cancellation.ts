import type { Cancellation } from '../../contract/cancellations.ts';
import type { Order } from '../../contract/orders.ts';
import { formatDate, formatUntil } from '../../shared/format.ts';
import { dayMs } from '../../shared/time.ts';

/** A refund is paid so many days after it was asked for, at the latest. */
const refundDays = 14;

/** Who of an order is asked about: positions of participants; none stands for the whole line. */
export type Positions = number[];

/** The positions to send: none where the whole line is meant, or where nobody is named. */
export const positionsToSend = (order: Order, chosen: Positions): Positions | undefined =>
  chosen.length === order.participants.length ? undefined : [...chosen].sort((a, b) => a - b);

/** What comes back, when and where to. */
export function refundTerms({ refund, percent }: Cancellation, { paid }: { paid: number }, now: Date): string {
  if (refund > 0)
    return `${percent === 100 ? 'Bedelin tamamı' : `Bedelin %${percent} kadarı`}. En geç ${formatDate(new Date(now.getTime() + refundDays * dayMs).toISOString())} günü, ödediğiniz yoldan.`;
  if (percent === 0) return 'Ücretsiz iptal süresi geçti.';
  return paid > 0 ? 'Geri ödenecek bir tutar kalmadı.' : 'Henüz ödeme yapmadığınız için geri ödenecek bir tutar yok.';
}

/** Until when the present terms hold, and what cancelling means. */
export function cancelRule({ percent, until }: Cancellation): string {
  if (percent === 0) return 'Artık iade yapılmıyor.';
  return until
    ? `${formatUntil(until)} iptal ederseniz bedelin tamamı geri döner; sonrasında iade yoktur.`
    : 'Bedelin tamamı geri döner.';
}

/** Until when an event that moved can be given back, as the choice says it; undefined once that is over. */
export const openChoice = ({ decide_until, status }: Order, now: Date): string | undefined =>
  status !== 'cancelled' && decide_until && Date.parse(decide_until) > now.getTime()
    ? `Bu atölyenin tarihi ya da yeri değişti. Size uymuyorsa ${formatUntil(decide_until)} iptal edip bedelin tamamını geri alabilirsiniz; bir şey yapmazsanız yeriniz sizindir.`
    : undefined;
