import type { Order, OrderStatus } from '../../contract/orders.ts';
import { calendarFile } from '../../shared/calendar.ts';
import { startsAt } from '../../shared/time.ts';

/** What a status is called, and the colour of its pill. */
export const statusLabels = {
  reserved: { text: 'Yer ayrıldı', tone: 'info' },
  paid: { text: 'Ödendi', tone: 'ok' },
  cancelled: { text: 'İptal edildi', tone: 'mute' },
} as const satisfies Record<OrderStatus, { text: string; tone: string }>;

const start = ({ date, time }: Order): number => startsAt(date, time).getTime();

/** Upcoming ones by date, past ones the other way round; an event that starts this moment is upcoming (SPEC.md 4). */
export function splitByTime(orders: Order[], now: Date): { upcoming: Order[]; past: Order[] } {
  const isUpcoming = (order: Order) => start(order) >= now.getTime();
  return {
    upcoming: orders.filter(isUpcoming).sort((a, b) => start(a) - start(b)),
    past: orders.filter((order) => !isUpcoming(order)).sort((a, b) => start(b) - start(a)),
  };
}

/** The event of an order as a calendar file; the confirmation mail carries the same entry. */
export const orderCalendarFile = (order: Order, now: Date): string =>
  calendarFile(
    [
      {
        uid: order.id,
        title: order.event_title,
        date: order.date,
        time: order.time,
        location: order.location,
        description: `Sipariş kodu: ${order.code}`,
      },
    ],
    now,
  );
