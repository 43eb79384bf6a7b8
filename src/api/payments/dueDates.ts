import { addDays, dayInIstanbul, dayMs, istanbulOffsetMs, startsAt } from '../../shared/time.ts';

/** The last second of the day in Istanbul that is `days` before the one of a moment. */
function endOfDayBefore(moment: Date, days: number): Date {
  const nextDay = Math.floor((moment.getTime() + istanbulOffsetMs) / dayMs) - days + 1;
  return new Date(nextDay * dayMs - istanbulOffsetMs - 1000);
}

/**
 * When a checkout made now is due: the end of the day `daysBefore` days before its earliest line starts. One that is
 * nearer than that is due at the start.
 */
export function dueAt(earliestStart: Date, daysBefore: number, now: Date): Date {
  return isNear(earliestStart, daysBefore, now) ? earliestStart : endOfDayBefore(earliestStart, daysBefore);
}

/** Whether a checkout is too near to its start to be due before it; such a one can be paid on site. */
export const isNear = (earliestStart: Date, daysBefore: number, now: Date): boolean =>
  endOfDayBefore(earliestStart, daysBefore) <= now;

/** When an unpaid checkout's seats are taken back: 12:00 of the next working day after the due date, Istanbul. */
export function releaseAt(due: Date, holidays: readonly string[]): Date {
  let day = addDays(dayInIstanbul(due), 1);
  while (isWeekend(day) || holidays.includes(day)) day = addDays(day, 1);
  return startsAt(day, '12:00');
}

/** The same where it comes before the start; undefined where the seats are kept until then. */
export function releaseBefore(start: Date, due: Date, holidays: readonly string[]): Date | undefined {
  const release = releaseAt(due, holidays);
  return release < start ? release : undefined;
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
