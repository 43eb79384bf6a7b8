import type { Order } from '../../contract/orders.ts';
import { formatLira, formatStart } from '../../shared/format.ts';
import { refundDays, refundWay } from '../../shared/refunds.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';

// What mails about an event have in common.

type EventDetails = Pick<SeatProduct, 'title' | 'date' | 'time' | 'location'>;

export const eventRows = (event: EventDetails, when = formatStart(event)): [string, string][] => [
  ['Atölye', event.title],
  ['Tarih', when],
  ['Yer', event.location],
];

export const detailRows = (order: Order): [string, string][] => eventRows({ ...order, title: order.event_title });

/** What people need on the day of an event; blank where nothing. */
export interface DayFacts {
  bring: string;
  online_url: string;
}

export const noDayFacts: DayFacts = { bring: '', online_url: '' };

export const dayRows = ({ bring }: DayFacts): [string, string][] => (bring ? [['Yanınızda getirin', bring]] : []);

/** `title` tells the links of several events apart, without its colon: a mail names a link up to the first one. */
export const dayParagraphs = ({ online_url }: DayFacts, title = ''): string[] =>
  online_url ? [`Çevrim içi katılım ${title ? `(${title.replace(/:\s*/g, ', ')})` : 'bağlantısı'}: ${online_url}`] : [];

/** The entry of seats in the calendar of whoever holds them. */
export interface SeatEntry {
  uid: string;
  sequence: number;
}

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

/** What comes back of a cancelled order, in lira. */
export const refundSentence = (refund: number): string =>
  `${formatLira(refund)} en geç ${refundDays} gün içinde, ${refundWay} iade edilir.`;

export const questions = 'Sorularınız için bu e-postayı yanıtlayabilir ya da bizi arayabilirsiniz.';
