import { addDays, dayInIstanbul, dayMs, hourMs, minuteMs, startsAt } from '../../shared/time.ts';
import { isQuietHour } from '../mail/quietHours.ts';
import type { NoticeSeat, SoldSeats } from '../orders/noticeSeats.service.ts';

/** How long a feedback link is mailed after its hour. */
const thanksMs = 7 * dayMs;

export type EventNotice = 'reminder' | 'thanks' | 'decision';

/** What of an event decides its notices. */
interface NoticeEvent {
  starts_at: Date;
  duration_minutes: number;
  min_participants: number;
  decide_hours: number;
  /** When the practice decided that it takes place. */
  run_decided_at: Date | null;
  /** Notices to people that were due before are not sent: the event is older than they are. */
  notices_from: Date | null;
}

/** One notice to one address with its seats, or to the practice. */
export type PlannedNotice =
  | { kind: 'decision'; email?: undefined; sold: number }
  | { kind: 'reminder' | 'thanks'; email: string; seats: NoticeSeat[] };

interface Period {
  from: Date;
  until: Date;
}

/** When each notice may go out, as the event stands now. */
export const periods = {
  /** From 10:00 of the day before until the start. */
  reminder: ({ starts_at }: Pick<NoticeEvent, 'starts_at'>): Period => ({
    from: startsAt(addDays(dayInIstanbul(starts_at), -1), '10:00'),
    until: starts_at,
  }),
  /** From 11:00 of the day after its end on, for 7 days. */
  thanks({ starts_at, duration_minutes }: Pick<NoticeEvent, 'starts_at' | 'duration_minutes'>): Period {
    const end = new Date(starts_at.getTime() + duration_minutes * minuteMs);
    const from = startsAt(addDays(dayInIstanbul(end), 1), '11:00');
    return { from, until: new Date(from.getTime() + thanksMs) };
  },
  decision: ({ starts_at, decide_hours }: Pick<NoticeEvent, 'starts_at' | 'decide_hours'>): Period => ({
    from: new Date(starts_at.getTime() - decide_hours * hourMs),
    until: starts_at,
  }),
} satisfies Record<EventNotice, (event: NoticeEvent) => Period>;

const isWithin = ({ from, until }: Period, now: Date) => from <= now && now < until;

/** Whether the practice must decide: the time has come, too few seats are sold, and it has not yet. */
export const isUndecided = (event: NoticeEvent, sold: number, now: Date): boolean =>
  isWithin(periods.decision(event), now) && sold < event.min_participants && !event.run_decided_at;

/** Whether a notice may go out now. Nothing does in quiet hours; what is held back leaves after them. */
function isOpen(kind: EventNotice, event: NoticeEvent, now: Date): boolean {
  const period = periods[kind](event);
  const isOld = kind !== 'decision' && event.notices_from !== null && period.from < event.notices_from;
  return !isOld && isWithin(period, now) && !isQuietHour(now);
}

/** Whether any notice of an event may go out now, whoever has seats. */
export const isAnyOpen = (event: NoticeEvent, now: Date): boolean =>
  (event.min_participants > 0 && isOpen('decision', event, now)) ||
  isOpen('reminder', event, now) ||
  isOpen('thanks', event, now);

/**
 * The seats that somebody gets a notice for, by address. Reminders go to those who hold a seat or bought one and did
 * not hand it on; thanks go to those who came, or to all if nobody was scanned.
 */
function toRecipients(kind: 'reminder' | 'thanks', seats: NoticeSeat[]): Map<string, NoticeSeat[]> {
  const isCounted = kind === 'thanks' && seats.some(({ came }) => came);
  const recipients = new Map<string, NoticeSeat[]>();
  for (const seat of seats) {
    if (isCounted && !seat.came) continue;
    const buyer = kind === 'reminder' && !seat.handed_on ? seat.buyer_email : null;
    for (const email of new Set([seat.email, buyer]))
      if (email) recipients.set(email, [...(recipients.get(email) ?? []), seat]);
  }
  return recipients;
}

/** What is to go out for an event now, less what went out already. */
export function planNotices(
  event: NoticeEvent,
  { sold, seats }: SoldSeats,
  wasSent: (kind: EventNotice, email?: string) => boolean,
  now: Date,
): PlannedNotice[] {
  const decision: PlannedNotice[] =
    isOpen('decision', event, now) && isUndecided(event, sold, now) && !wasSent('decision')
      ? [{ kind: 'decision', sold }]
      : [];
  const mailed = (['reminder', 'thanks'] as const)
    .filter((kind) => isOpen(kind, event, now))
    .flatMap((kind) =>
      [...toRecipients(kind, seats)]
        .filter(([email]) => !wasSent(kind, email))
        .map(([email, own]): PlannedNotice => ({ kind, email, seats: own })),
    );
  return [...decision, ...mailed];
}
