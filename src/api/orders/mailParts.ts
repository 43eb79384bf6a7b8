import type { Order } from '../../contract/orders.ts';
import { formatDay, formatLira, formatTime } from '../../shared/format.ts';
import { hoursOf } from '../../shared/hours.ts';
import { refundDays, refundWay } from '../../shared/refunds.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { EventSheet, Row } from '../mail/blocks.ts';
import type { MailParts } from '../mail/layout.ts';
import type { TransactionalMail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';

// What mails about an event have in common.

type EventDetails = Pick<SeatProduct, 'title' | 'date' | 'time' | 'duration_minutes' | 'location'>;

/** An event as mails show it, with what else is to be said of it. */
export function eventSheet({ title, date, location, ...times }: EventDetails, rows: Row[] = []): EventSheet {
  const hours = hoursOf(times);
  return { title, date, when: `${formatDay(date)}, ${hours}`, hours: formatTime(times.time), location, rows };
}

/** A mail to somebody about one event: its subject names what happened and the event, which is shown as a sheet. */
export const eventMail = (event: EventDetails, to: string, kind: string, parts: MailParts): TransactionalMail => ({
  ...titledMail(to, kind, { events: [eventSheet(event)], closing: [questions], ...parts }),
  subject: `${parts.title}: ${event.title}`,
});

export const orderSheet = (order: Order, rows?: Row[]): EventSheet =>
  eventSheet({ ...order, title: order.event_title }, rows);

/** What lines of an order are called in a subject. */
export const titleOf = (lines: Order[]): string =>
  lines.length === 1 ? (lines[0] as Order).event_title : `${lines.length} atölye`;

/** What people need on the day of an event; blank where nothing. */
export interface DayFacts {
  bring: string;
  online_url: string;
}

export const noDayFacts: DayFacts = { bring: '', online_url: '' };

export const dayRows = ({ bring }: DayFacts): Row[] => (bring ? [['Yanınızda getirin', bring]] : []);

/** `title` tells the links of several events apart. */
export const dayParagraphs = ({ online_url }: DayFacts, title = ''): string[] =>
  online_url ? [`Çevrim içi katılım ${title ? `(${title})` : 'bağlantısı'}: ${online_url}`] : [];

/** The entry of seats in the calendar of whoever holds them. */
export interface SeatEntry {
  uid: string;
  sequence: number;
}

export const addToCalendar = 'Atölyeyi takviminize eklemek için ekteki dosyayı açmanız yeterli.';
export const takeOutOfCalendar = 'Atölyeyi takviminizden kaldırmak için ekteki dosyayı açmanız yeterli.';

/** What a calendar's entry says of a product. */
export const pickEvent = ({ title, date, time, duration_minutes, location, sequence }: SeatProduct) => ({
  title,
  date,
  time,
  duration_minutes,
  location,
  sequence,
});

/** How mails speak of somebody's seats: of those they bought, or of one that somebody else bought for them. */
export const whoseSeat = ({ isBuyer }: { isBuyer: boolean }): string => (isBuyer ? 'Yer ayırttığınız' : 'Yeriniz olan');

/** What comes back of a cancelled order, in lira. */
export const refundSentence = (refund: number): string =>
  `${formatLira(refund)} en geç ${refundDays} gün içinde, ${refundWay} iade edilir.`;

/** The lines that stand of an order of which one is cancelled: what is still to be paid for them, in lira. */
export interface OtherLines {
  open: number;
}

export const otherLinesSentence = ({ open }: OtherLines): string =>
  `Siparişinizdeki diğer yerler duruyor${open ? `; onlar için ${formatLira(open)} ödenecek` : ''}.`;

/** A button to the orders of an account. Orders that an admin entered for somebody on the phone are in none. */
export const ordersButton = (hasAccount: boolean, siteUrl: string): Pick<MailParts, 'button'> =>
  hasAccount ? { button: { label: 'Siparişlerim', url: `${siteUrl}/orders` } } : {};

export const questions = 'Sorularınız için bu e-postayı yanıtlayabilir ya da bizi arayabilirsiniz.';
