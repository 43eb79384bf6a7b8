import type { Order } from '../../contract/orders.ts';
import { calendarFile, orderEntry } from '../../shared/calendar.ts';
import { joinName } from '../../shared/names.ts';
import { hourMs, startsAt } from '../../shared/time.ts';

const start = ({ date, time }: Order): number => startsAt(date, time).getTime();

/**
 * Splits orders into upcoming (by date), past (latest first) and those cancelled before their day. One that starts this
 * moment is upcoming.
 */
export function splitByTime(orders: Order[], now: Date): { upcoming: Order[]; past: Order[]; cancelled: Order[] } {
  const isUpcoming = (order: Order) => start(order) >= now.getTime();
  const coming = orders.filter(isUpcoming).sort((a, b) => start(a) - start(b));
  return {
    upcoming: coming.filter(({ status }) => status !== 'cancelled'),
    cancelled: coming.filter(({ status }) => status === 'cancelled'),
    past: orders.filter((order) => !isUpcoming(order)).sort((a, b) => start(b) - start(a)),
  };
}

/** A participant as the buyer reads them; who took the seat over is told apart. */
export const seatLabel = ({ position, handed_on, ...person }: Order['participants'][number]): string =>
  `${joinName(person) || `${position}. katılımcı`}${handed_on ? ' (devredildi)' : ''}`;

/** The participants whose names the buyer may mend and whose seats they may hand on. */
export const ownSeats = ({ participants }: Order) => participants.filter(({ handed_on }) => !handed_on);

/** Whether seats of an order can be handed on: until an hour before the start, its links too. */
export const isTransferable = (order: Order, now: Date): boolean => start(order) - hourMs > now.getTime();

/** What a line that stands says whose event is off the programme, in the words of the mail about it. */
export const hiddenNote = ({ event_hidden }: Order): string | undefined =>
  event_hidden
    ? 'Bu atölye programımızdan kaldırıldı. Siparişiniz ve varsa ödemeniz için sizinle iletişime geçeceğiz.'
    : undefined;

/** The calendar file of an order, with the same entry as its confirmation mail. */
export const orderCalendarFile = (order: Order, now: Date): string => calendarFile([orderEntry(order)], now);
