import { toLira } from '../../shared/money.ts';
import type { Contact } from '../account/contacts.service.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Env } from '../env.ts';
import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import {
  eventMail,
  type OtherLines,
  ordersButton,
  otherLinesSentence,
  pickEvent,
  refundSentence,
  type SeatEntry,
  takeOutOfCalendar,
  whoseSeat,
} from './mailParts.ts';

/** Somebody with a seat, as far as a mail to them needs it. */
export interface Holder {
  /** Of a buyer; blank for anybody else. */
  name: string;
  /** Whether they bought one of the seats themselves. */
  isBuyer: boolean;
  /** Whether an account of theirs lists the order. */
  hasAccount: boolean;
  /** Their entries in calendars. */
  entries: SeatEntry[];
  refund_kurus: number;
}

const kind = 'event_cancelled';
const title = 'Atölye iptal edildi';

/** To somebody with a seat: the event does not take place, and what comes back. Takes it out of their calendar. */
export const calledOffMail = (
  event: SeatProduct,
  {
    name,
    isBuyer,
    hasAccount,
    email,
    entries,
    refund_kurus,
    others,
  }: Holder & { email: string; others: OtherLines | undefined },
  reason: string,
  { siteUrl }: Pick<Env, 'siteUrl'>,
): Mail => ({
  ...eventMail(event, email, kind, {
    title,
    paragraphs: [
      greeting(name),
      `${whoseSeat({ isBuyer })} “${event.title}” atölyesi yapılamayacak. Bunun için üzgünüz.`,
      ...reason.split(/\n{2,}/),
      ...(refund_kurus ? [refundSentence(toLira(refund_kurus))] : []),
      ...(others ? [otherLinesSentence(others)] : []),
      takeOutOfCalendar,
    ],
    ...ordersButton(hasAccount, siteUrl),
  }),
  calendar: entries.map((entry) => ({ ...pickEvent(event), ...entry, isCancelled: true })),
});

/** To somebody who waited for a seat: the event does not take place. */
export const lineCalledOffMail = (event: SeatProduct, { name, email }: Contact, reason: string): Mail =>
  eventMail(event, email, kind, {
    title,
    paragraphs: [
      greeting(name),
      `Sırada beklediğiniz “${event.title}” atölyesi yapılamayacak; bekleme listesi de kapandı.`,
      ...reason.split(/\n{2,}/),
    ],
  });
