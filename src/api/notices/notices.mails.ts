import { formatLira } from '../../shared/format.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Env } from '../env.ts';
import type { Row } from '../mail/blocks.ts';
import { greeting } from '../mail/greeting.ts';
import type { Mail, MailTickets } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import { type DayFacts, dayParagraphs, dayRows, eventSheet, ordersButton, questions } from '../orders/mailParts.ts';
import type { UnpaidOrder } from '../orders/noticeSeats.service.ts';
import { paymentSentence, paymentSlips, releaseSentence } from '../payments/payments.mails.ts';

type MailEnv = Pick<Env, 'siteUrl'>;

/** What notices say of an event. */
type Event = DayFacts &
  Pick<SeatProduct, 'title' | 'date' | 'time' | 'starts_at' | 'duration_minutes' | 'location' | 'min_participants'>;

/** What somebody is reminded of. */
interface Reminder {
  to: string;
  /** Of the buyer; blank for anybody else, as anybody can type any address. */
  name: string;
  /** Those they hold. */
  seats: MailTickets['seats'];
  /** Those they hold, and those they bought that were not handed on. */
  onlyFor: MailTickets['seats'];
  /** Whether an account of theirs lists what they bought. */
  hasAccount: boolean;
  unpaid: UnpaidOrder[];
  /** What is still to be paid for their seats, which somebody else bought. */
  openAsGuest: number;
  /** Whether those seats are taken back before the start where nobody pays. */
  isTakenBack: boolean;
  /** Whether the buyer of one of them was erased, and can pay no more. */
  isBuyerGone: boolean;
}

/**
 * Whether what is late may be paid on arrival: nobody arrives where an event takes place online, or once their seats
 * are taken back.
 */
const isPaidOnArrival = ({ isOverdue, releasedAt }: UnpaidOrder, { online_url }: DayFacts) =>
  isOverdue && !online_url && !releasedAt;

function unpaidSlips(order: UnpaidOrder, event: DayFacts): Row[][] {
  const isShort = isPaidOnArrival(order, event);
  const slips: Row[][] = isShort ? [[['Ödenecek', formatLira(order.open)]]] : paymentSlips(order);
  return slips.map((slip) => [...slip, ['Sipariş kodu', order.code]]);
}

function unpaidWords(order: UnpaidOrder, event: DayFacts): string[] {
  if (isPaidOnArrival(order, event)) return ['Ödemesi kalan tutarı atölyeye geldiğinizde de ödeyebilirsiniz.'];
  return [paymentSentence(order), ...(order.releasedAt ? [releaseSentence(order, order.releasedAt)] : [])];
}

type GuestFacts = Pick<Reminder, 'isTakenBack' | 'isBuyerGone'>;

function guestWords({ isTakenBack, isBuyerGone }: GuestFacts, { online_url }: DayFacts): string {
  const pays = isBuyerGone
    ? 'Yerinizin ödemesini yapmak için bu e-postayı yanıtlayın ya da bizi arayın'
    : 'Yerinizin ödemesini siparişi veren kişi yapabilir';
  if (isTakenBack) return `${pays}; zamanında ödenmezse yeriniz boşaltılabilir.`;
  return online_url ? `${pays}.` : `${pays}; atölyeye geldiğinizde de ödenebilir.`;
}

/** To everybody with a seat, the day before. Never says 'yarın': it may go out on the day itself. */
export const reminderMail = (
  event: Event,
  { to, name, seats, onlyFor, hasAccount, unpaid, openAsGuest, ...guest }: Reminder,
  { siteUrl }: MailEnv,
): Mail => ({
  ...titledMail(to, 'event_reminder', {
    title: 'Atölyeniz yaklaşıyor',
    paragraphs: [
      greeting(name),
      `“${event.title}” için yeriniz hazır. Yanınızda bulunsun diye bilgileri bir araya getirdik.`,
      ...dayParagraphs(event),
    ],
    slips: [
      ...unpaid.flatMap((order) => unpaidSlips(order, event)),
      ...(openAsGuest ? [[['Ödenecek', `${formatLira(openAsGuest)}, yeriniz için`] satisfies Row]] : []),
    ],
    events: [eventSheet(event, dayRows(event))],
    ...ordersButton(hasAccount, siteUrl),
    closing: [
      ...new Set(unpaid.flatMap((order) => unpaidWords(order, event))),
      ...(openAsGuest ? [guestWords(guest, event)] : []),
      questions,
    ],
  }),
  subject: `Atölyeniz yaklaşıyor: ${event.title}`,
  daytime: { until: event.starts_at.toISOString() },
  tickets: { seats, hasPdf: false, isNew: false },
  onlyFor,
});

/** To somebody who was there, the day after. Praises nothing and asks for nothing but their opinion. */
export const thanksMail = (
  { title }: Pick<Event, 'title'>,
  { to, url, until }: { to: string; url: string; until: Date },
): Mail => ({
  ...titledMail(to, 'event_thanks', {
    title: 'Katıldığınız için teşekkür ederiz',
    paragraphs: [
      'Merhaba,',
      `“${title}” sizce nasıldı? Dört kısa soru, isterseniz birkaç söz: bir dakikanızı alır, hesap gerekmez.`,
    ],
    button: { label: 'Görüşümü yaz', url },
    closing: [
      'Yanıtınız adınızla birlikte tutulmaz; kimin ne yazdığını biz de göremeyiz. Bağlantı bir kez kullanılabilir.',
      questions,
    ],
  }),
  subject: `Nasıldı? ${title}`,
  daytime: { until: until.toISOString() },
});

/** To the practice: too few seats are sold, and it is time to decide. */
export const decisionMail = (event: Event, sold: number, { siteUrl }: MailEnv): Mail => ({
  ...titledMail(undefined, 'decision', {
    title: 'Atölye yapılsın mı?',
    paragraphs: [
      `“${event.title}” için en az ${event.min_participants} kişi gerekiyor, şimdiye kadar ${sold} yer satıldı.`,
      'Yapılmasına karar verirseniz kimseye e-posta gitmez. İptal ederseniz yeri olan herkese yazılır ve ödemeler iade edilir.',
    ],
    events: [eventSheet(event, [['Satılan', `${sold}/${event.min_participants}`]])],
    button: { label: 'Karar ver', url: `${siteUrl}/admin` },
  }),
  subject: `${sold}/${event.min_participants}, karar? ${event.title}`,
  daytime: { until: event.starts_at.toISOString() },
});
