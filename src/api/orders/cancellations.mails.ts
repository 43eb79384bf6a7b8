import type { Order } from '../../contract/orders.ts';
import { orderEntry } from '../../shared/calendar.ts';
import { formatLira } from '../../shared/format.ts';
import { noRefundReason } from '../../shared/refunds.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Env } from '../env.ts';
import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import {
  addToCalendar,
  eventMail,
  type OtherLines,
  orderSheet,
  ordersButton,
  otherLinesSentence,
  pickEvent,
  questions,
  refundSentence,
  takeOutOfCalendar,
} from './mailParts.ts';
import type { Buyer } from './orders.mails.ts';
import type { SeatHolder } from './seatHolders.service.ts';

type MailEnv = Pick<Env, 'siteUrl'>;

/** What was cancelled, and what comes back in lira. */
interface CancelledSeats {
  order: Order;
  seats: number;
  refund: number;
  /** In per cent of the price, as the terms are at this moment. */
  percent: number;
  /** In lira, for the whole checkout. */
  paid: number;
  /** What is still to be paid for all that stands of the checkout, in lira. */
  open: number;
  /** Whether the whole line was cancelled. */
  isWhole: boolean;
  /** Whether an admin cancelled them. */
  byPractice: boolean;
  others: OtherLines | undefined;
}

/** What was done to an order of the buyer's, in words; whoever did it themselves is told so. */
function describeCancelled({ order, seats, isWhole, byPractice, others }: CancelledSeats): string {
  const stays = `; ${order.quantity} kişilik yeriniz duruyor.`;
  if (isWhole && !others)
    return `${order.code} kodlu ${byPractice ? 'siparişiniz iptal edildi.' : 'siparişinizi iptal ettiniz.'}`;
  const what = `${order.code} kodlu siparişinizden ${isWhole ? 'bu atölye' : `${seats} kişi`}`;
  if (byPractice) return `${what} çıkarıldı${isWhole ? '.' : stays}`;
  return `${what}yi çıkardınız${isWhole ? '.' : stays}`;
}

/** To the buyer: what was cancelled, and what comes back. */
export function seatsCancelledMail(facts: CancelledSeats, buyer: Buyer, { siteUrl }: MailEnv): Mail {
  const { order, seats, refund, open, isWhole, others } = facts;
  const isAll = isWhole && !others;
  return {
    ...titledMail(buyer.email, 'seats_cancelled', {
      title: isAll ? 'Siparişiniz iptal edildi' : `${seats} yeriniz iptal edildi`,
      paragraphs: [
        greeting(buyer.name),
        describeCancelled(facts),
        refund ? refundSentence(refund) : noRefundReason(order.unit_price, facts),
        ...(isWhole && others ? [otherLinesSentence(others)] : []),
        ...(isWhole ? [takeOutOfCalendar] : []),
        ...(!isWhole && open ? [`Siparişinizin kalanı için ${formatLira(open)} ödenecek.`] : []),
      ],
      events: [orderSheet(order)],
      ...ordersButton(buyer.hasAccount, siteUrl),
      closing: [questions],
    }),
    subject: `${isAll ? 'Siparişiniz' : 'Yeriniz'} iptal edildi: ${order.event_title}`,
    ...(isWhole && { calendar: [orderEntry(order)] }),
  };
}

/** To a participant with an address of their own: the seat is theirs no more. Says nothing of the buyer's reasons. */
export const seatCancelledMail = (
  event: SeatProduct,
  { to, uids, keys: { length: seats }, others }: SeatHolder,
): Mail => ({
  ...eventMail(event, to, 'seat_cancelled', {
    title: `${others ? `${seats} yeriniz` : 'Yeriniz'} iptal edildi`,
    paragraphs: [
      'Merhaba,',
      others
        ? `“${event.title}” atölyesinde sizin için ayrılmış ${seats + others} yerden ${seats} tanesi biletiyle birlikte iptal edildi; ${others} yeriniz duruyor.`
        : `“${event.title}” atölyesinde sizin için ayrılmış olan yer iptal edildi; biletiniz artık geçerli değil.`,
      ...(uids.length > 0 ? [takeOutOfCalendar] : []),
    ],
  }),
  ...(uids.length > 0 && { calendar: uids.map((uid) => ({ uid, ...pickEvent(event), isCancelled: true })) }),
});

/** To a participant with an address of their own: a seat that was cancelled is theirs again. */
export const seatRestoredMail = (event: SeatProduct, { to, uids }: SeatHolder): Mail => ({
  ...eventMail(event, to, 'seat_restored', {
    title: 'Yeriniz yeniden ayrıldı',
    paragraphs: [
      'Merhaba,',
      `“${event.title}” atölyesinde iptal edilmiş olan yeriniz yeniden ayrıldı; biletiniz yine geçerli.`,
      addToCalendar,
    ],
  }),
  calendar: uids.map((uid) => ({ uid, ...pickEvent(event) })),
});

/** To the practice: seats were cancelled. Nobody is named, as mail is not encrypted. */
export const cancelledNoticeMail = ({ order, seats, refund }: CancelledSeats, { siteUrl }: MailEnv): Mail => ({
  ...titledMail(undefined, 'cancellation_notice', {
    title: 'Bir alıcı yerini iptal etti',
    paragraphs: [`${order.code} kodlu siparişte ${seats} yer iptal edildi.`],
    events: [orderSheet(order, refund ? [['İade edilecek', formatLira(refund)]] : [])],
    button: refund
      ? { label: 'Ödemeleri aç', url: `${siteUrl}/admin/payments` }
      : { label: 'Siparişleri aç', url: `${siteUrl}/admin/orders` },
  }),
  subject: `İptal edilen yer: ${order.event_title}`,
});
