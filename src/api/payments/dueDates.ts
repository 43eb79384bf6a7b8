import { dayInIstanbul, startsAt } from '../../shared/time.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Adds whole days to a `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The last second of a day in Istanbul. */
const endOfDay = (day: string) => new Date(startsAt(day, '23:59').getTime() + 59_000);

/**
 * When a checkout made now is due: the end of the day `daysBefore` days before its earliest line starts. One that is
 * nearer than that is due at the start.
 */
export function dueAt(earliestStart: Date, daysBefore: number, now: Date): Date {
  const due = endOfDay(addDays(dayInIstanbul(earliestStart), -daysBefore));
  return isNear(earliestStart, daysBefore, now) ? earliestStart : due;
}

/** Whether a checkout is too near to its start to be due before it; such a one can be paid on site. */
export const isNear = (earliestStart: Date, daysBefore: number, now: Date): boolean =>
  endOfDay(addDays(dayInIstanbul(earliestStart), -daysBefore)) <= now;

/** When an unpaid checkout's seats are taken back: 12:00 of the next working day after the due date, Istanbul. */
export function releaseAt(due: Date, holidays: readonly string[]): Date {
  let day = addDays(dayInIstanbul(due), 1);
  while (isWeekend(day) || holidays.includes(day)) day = addDays(day, 1);
  return startsAt(day, '12:00');
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Hours in which no mail goes out that can wait: 21:00 to 09:00, Istanbul. */
export function isQuietHour(now: Date): boolean {
  const hour = new Date(now.getTime() + 3 * hourMs).getUTCHours();
  return hour >= 21 || hour < 9;
}
