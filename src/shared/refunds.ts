/** Until so many hours before the start the whole price comes back. */
export const freeCancellationHours = 48;

/** A refund is paid so many days after it was asked for, at the latest. */
export const refundDays = 14;

/** How a refund is paid, in the words of the dialog that cancels and of every mail. */
export const refundWay = 'ödediğiniz yoldan ve kesintisiz';

/** Why cancelling brings nothing back, as dialog and mail say it. In lira; `paid` is the checkout's. */
export function noRefundReason(price: number, { percent, paid }: { percent: number; paid: number }): string {
  if (price === 0) return 'Bu atölye ücretsiz; geri ödenecek bir tutar yok.';
  if (paid === 0) return 'Henüz ödeme yapmadığınız için geri ödenecek bir tutar yok.';
  return percent === 0 ? 'Ücretsiz iptal süresi geçtiği için iade yapılmıyor.' : 'Geri ödenecek bir tutar kalmadı.';
}
