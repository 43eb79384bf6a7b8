import type { AdminCheckout } from '../../contract/checkouts.ts';
import { payingTexts } from '../../contract/paying.texts.ts';
import { orderEntry } from '../../shared/calendar.ts';
import { formatDate, formatLira } from '../../shared/format.ts';
import { refundDays, refundWay } from '../../shared/refunds.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Row } from '../mail/blocks.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import { paymentSentence, paymentSlips } from '../payments/payments.mails.ts';
import { checkoutMail, factsAt, type MailEnv, standingOf } from './checkoutMail.ts';
import { addToCalendar, eventMail } from './mailParts.ts';

/** Whom a mail tells of how many lira. */
type Told = { to: string; amount: number };

/** Money came: all of it, a part of it, or late while the seats could still be had. */
export function paymentMail(
  checkout: AdminCheckout,
  { to, amount, isLate, repaid, now }: { to: string; amount: number; isLate: boolean; repaid: number; now: Date },
  env: MailEnv,
): Mail {
  const facts = factsAt(checkout, now);
  const again = isLate ? ['Boşaltılan yeriniz yeniden sizin.', addToCalendar] : [];
  const standing = standingOf(checkout);
  // The mail of the release took them out.
  const calendar = isLate ? standing.map(orderEntry) : [];
  const rows: Row[] = [['Gelen ödeme', formatLira(amount)]];
  if (checkout.open)
    return checkoutMail(checkout, to, env, {
      kind: 'payment_partial',
      title: 'Ödemenizin bir bölümü ulaştı',
      paragraphs: [`${formatLira(amount)} ödemeniz bize ulaştı.`, ...again, paymentSentence(facts)],
      slips: paymentSlips(facts),
      rows,
      calendar,
    });
  return checkoutMail(checkout, to, env, {
    kind: 'order_paid',
    title: 'Ödemeniz alındı',
    paragraphs: [
      'Ödemeniz bize ulaştı. Teşekkür ederiz.',
      ...again,
      ...(repaid ? [`Bu ödemenin ${formatLira(repaid)} tutarı fazla; 14 gün içinde aynı karta iade edeceğiz.`] : []),
      ...(checkout.overpaid ? [payingTexts.overpaid(formatLira(checkout.overpaid))] : []),
    ],
    rows,
    calendar,
  });
}

/** Nothing is open any more, as a refund of this amount is not made. */
export const paidByVoidMail = (checkout: AdminCheckout, { to, amount }: Told, env: MailEnv): Mail =>
  checkoutMail(checkout, to, env, {
    kind: 'order_paid',
    title: 'Ödemeniz tamamlandı',
    paragraphs: [`${formatLira(amount)} iade yapılmayacak; bu tutar siparişinize sayıldı. Ödenecek tutar kalmadı.`],
  });

/** Money came, and there is no seat for it. */
export const unplacedMail = (checkout: AdminCheckout, { to, amount }: Told, env: MailEnv): Mail =>
  checkoutMail(checkout, to, env, {
    kind: 'payment_unplaced',
    title: 'Ödemeniz ulaştı, yeriniz kalmadı',
    paragraphs: [
      checkout.state === 'cancelled'
        ? `${formatLira(amount)} ödemeniz bize ulaştı, ancak bu sipariş iptal edilmişti.`
        : `${formatLira(amount)} ödemeniz bize yeriniz boşaltıldıktan sonra ulaştı; aynı yer yeniden ayrılamıyor.`,
      `Ödemenizin tamamını en geç ${refundDays} gün içinde, ${refundWay} iade edeceğiz.`,
    ],
  });

/** To the practice: somebody waits for money. Nobody is named, as mail is not encrypted. */
export const unplacedNoticeMail = (code: string, amount: number, { siteUrl }: MailEnv): Mail => ({
  ...titledMail(undefined, 'refund_notice', {
    title: 'Yeri olmayan bir ödeme geldi',
    paragraphs: [
      `${code} kodlu sipariş için ${formatLira(amount)} geldi, ancak siparişin ayrılmış yeri yok. 14 gün içinde iade edilmeli.`,
    ],
    button: { label: 'Ödemeleri aç', url: `${siteUrl}/admin/payments` },
  }),
  subject: `İade edilecek ödeme: ${code}`,
});

/** To the practice: a card service told of money that belongs to no attempt. */
export const unknownCardMail = (code: string, amount: number, { siteUrl }: MailEnv): Mail =>
  titledMail(undefined, 'refund_notice', {
    title: 'Sahibi bilinmeyen bir kart ödemesi',
    paragraphs: [
      `Kart hizmeti ${formatLira(amount)} tutarında bir ödeme bildirdi; bu sitede böyle bir deneme yok. Hizmetin panelinde ${code} numarasıyla arayın, kime ait olduğu bulunamazsa 14 gün içinde iade edin.`,
    ],
    button: { label: 'Ödemeleri aç', url: `${siteUrl}/admin/payments` },
  });

/** `withdrawn` is what the buyer was told to get back and does not, as the payment was too much only by mistake. */
export function paymentVoidedMail(
  checkout: AdminCheckout,
  { to, now, withdrawn }: { to: string; now: Date; withdrawn: number },
  env: MailEnv,
): Mail {
  const facts = factsAt(checkout, now);
  return checkoutMail(checkout, to, env, {
    kind: 'payment_voided',
    title: 'Ödeme kaydınız düzeltildi',
    paragraphs: [
      'Siparişiniz için yanlış girilmiş bir ödeme kaydını geri aldık.',
      ...(withdrawn
        ? [
            `Bu kayıt yüzünden fazla görünen ödemeniz siparişinize sayıldı; size yazdığımız ${formatLira(withdrawn)} iade yapılmayacak.`,
          ]
        : []),
      ...(checkout.open ? [paymentSentence(facts)] : []),
    ],
    slips: paymentSlips(facts),
  });
}

/** To whoever took seats over of a buyer who was erased since: money came, and `open` is still to be paid for these. */
export const takenSeatPartMail = (
  event: SeatProduct,
  { to, seats, open }: { to: string; seats: number; open: number },
): Mail =>
  eventMail(event, to, 'payment_partial', {
    title: 'Ödemenin bir bölümü ulaştı',
    paragraphs: [
      'Merhaba,',
      `Yerinizin bulunduğu siparişe bir ödeme ulaştı. Size devredilen “${event.title}” atölyesindeki ${seats > 1 ? `${seats} yer` : 'yer'} için kalan tutar ${formatLira(open)}.`,
      'Kalanı siz ödemek isterseniz bu e-postayı yanıtlayın ya da bizi arayın.',
    ],
  });

/** To whoever took seats over of a buyer who was erased since: all of the order is paid. */
export const takenSeatPaidMail = (event: SeatProduct, { to }: { to: string }): Mail =>
  eventMail(event, to, 'order_paid', {
    title: 'Yerinizin ödemesi alındı',
    paragraphs: [
      'Merhaba,',
      `Size devredilen “${event.title}” atölyesindeki yerinizin ödemesi bize ulaştı. Teşekkür ederiz.`,
    ],
  });

/** `order_id` is the line that was paid back; null where the refund is for none. */
export const refundDoneMail = (
  checkout: AdminCheckout,
  { to, amount, order_id }: { to: string; amount: number; order_id: string | null },
  env: MailEnv,
): Mail => {
  // Where all of it came in the practice, so does what goes back.
  const isCash = checkout.payments.every(({ method, voided }) => voided || method === 'onsite');
  return checkoutMail(checkout, to, env, {
    ...(order_id && { lines: checkout.orders.filter(({ id }) => id === order_id) }),
    kind: 'refund_done',
    title: 'İadeniz yapıldı',
    paragraphs: [
      `${formatLira(amount)} iadenizi yaptık.${isCash ? '' : ' Bankanıza göre hesabınıza geçmesi birkaç gün sürebilir.'}`,
      `Sipariş günü: ${formatDate(checkout.created_at)}.`,
    ],
  });
};
