import { addDays, dayInIstanbul, istanbulOffsetMs, startsAt } from '../../shared/time.ts';

const hourInIstanbul = (moment: Date) => new Date(moment.getTime() + istanbulOffsetMs).getUTCHours();

/** Hours in which no mail goes out that can wait: 21:00 to 09:00, Istanbul. */
export function isQuietHour(now: Date): boolean {
  const hour = hourInIstanbul(now);
  return hour >= 21 || hour < 9;
}

/** When the quiet hours that a moment lies in end. */
export function quietUntil(now: Date): Date {
  const day = dayInIstanbul(now);
  return startsAt(hourInIstanbul(now) < 9 ? day : addDays(day, 1), '09:00');
}
