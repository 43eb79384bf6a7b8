import type { AllEndpoints, Reply } from '../../../contract/endpoints.ts';
import type { AdminWaitlistEntry } from '../../../contract/waitlist.ts';
import { formatLira } from '../../../shared/format.ts';
import { timeLeft } from '../../waitlist/waitlist.ts';
import type { AdminOrder } from '../orders/orders.ts';

/** What calling a product off would do. */
export type CallOffPreview = Reply<AllEndpoints['GET /api/admin/product/:id/cancellation']>;

/** An entry's state in words, with a colour; of an offer, its clock. */
export function entryLabel(
  { state, offer_until }: Pick<AdminWaitlistEntry, 'state' | 'offer_until'>,
  now: Date,
): { text: string; tone: 'info' | 'warn' | 'ok' | 'mute' } {
  if (state === 'waiting') return { text: 'bekliyor', tone: 'info' };
  if (state === 'taken') return { text: 'yeri aldı', tone: 'ok' };
  if (state !== 'offered')
    return { text: { declined: 'vazgeçti', lapsed: 'süresi doldu', left: 'sıradan çıktı' }[state], tone: 'mute' };
  const { over, spoken } = timeLeft(offer_until as string, now);
  return { text: over ? 'yer sunuldu, süresi doldu' : `yer sunuldu · ${spoken} kaldı`, tone: 'warn' };
}

/** What calling a product off does to people and money, a sentence each. */
export function callOffEffects({
  orders,
  seats,
  refunds,
  refund_total,
  recipients,
  waiting,
}: CallOffPreview): string[] {
  return [
    orders ? `${orders} sipariş, ${seats} kişilik yer iptal edilir.` : 'İptal edilecek sipariş yok.',
    refunds
      ? `${formatLira(refund_total)} geri ödenir: ${refunds} geri ödeme görevi açılır.`
      : 'Geri ödenecek bir tutar yok.',
    ...(waiting ? [`Sırada bekleyen ${waiting} kişinin bekleyişi sona erer.`] : []),
    recipients ? `${recipients} adrese birer e-posta gider.` : 'Haber verilecek kimse yok.',
  ];
}

/** Answers to a move: those who ordered before it, and whether they gave their seats back. Silence keeps the seat. */
export const answersToMove = (orders: AdminOrder[]): { kept: AdminOrder[]; cancelled: AdminOrder[] } => {
  const asked = orders.filter(({ decide_until }) => decide_until !== null);
  return {
    kept: asked.filter(({ status }) => status !== 'cancelled'),
    cancelled: asked.filter(({ status }) => status === 'cancelled'),
  };
};
