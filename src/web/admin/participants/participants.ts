import type { AdminCancellation } from '../../../contract/cancellations.ts';
import { formatLira } from '../../../shared/format.ts';
import type { AdminOrder, Seat } from '../orders/orders.ts';

/** A seat whose participant is known; the row of one who was erased by an earlier version is gone. */
export type NamedSeat = Seat & { position: number };

export const isNamed = (seat: Seat): seat is NamedSeat => seat.position !== undefined;

/** What of the price of cancelled seats goes back. */
export function refundWords({ refund, full_refund, percent }: AdminCancellation, isFull: boolean): string {
  const amount = isFull ? full_refund : refund;
  if (amount) return `${formatLira(amount)} geri ödenir: Ödemeler ekranında iade görevi açılır.`;
  if (full_refund && percent === 0) return 'Ücretsiz iptal süresi geçti; koşullara göre geri ödeme yok.';
  return 'Geri ödenecek bir tutar yok.';
}

/** Whether a mail tells the buyer that seats are cancelled, or somebody has to. */
export const whoIsTold = ({ buyer_email }: AdminOrder): string =>
  buyer_email
    ? 'Alıcıya e-posta gider. İptal edilen yer sıradaki kişiye sunulur ya da yeniden satışa çıkar.'
    : 'Alıcının e-postası yok; ona siz haber verin. İptal edilen yer sıradaki kişiye sunulur ya da yeniden satışa çıkar.';

/** Answers to a move: those who ordered before it, and whether they gave their seats back. Silence keeps the seat. */
export const answersToMove = (orders: AdminOrder[]): { kept: AdminOrder[]; cancelled: AdminOrder[] } => {
  const asked = orders.filter(({ decide_until }) => decide_until !== null);
  return {
    kept: asked.filter(({ status }) => status !== 'cancelled'),
    cancelled: asked.filter(({ status }) => status === 'cancelled'),
  };
};
