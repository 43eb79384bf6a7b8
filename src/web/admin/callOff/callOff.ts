import type { AllEndpoints, Reply } from '../../../contract/endpoints.ts';
import { formatLira } from '../../../shared/format.ts';

export type CallOffPreview = Reply<AllEndpoints['GET /api/admin/product/:id/cancellation']>;

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
    recipients ? `${recipients} adrese ${recipients > 1 ? 'birer ' : ''}e-posta gider.` : 'Kimseye e-posta gitmez.',
  ];
}
