export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** How far the clock in Istanbul is ahead of UTC, all year since 2016. */
export const istanbulOffsetMs = 3 * hourMs;

/** Converts `date` and `time` in Europe/Istanbul to a moment. */
export const startsAt = (date: string, time: string): Date => new Date(isoStart(date, time));

/** `date` and `time` in Europe/Istanbul as ISO 8601 with the offset: `2026-12-14T14:00:00+03:00`. */
export const isoStart = (date: string, time: string): string => `${date}T${time}:00+03:00`;

/** The moment a day begins in Europe/Istanbul. */
export const dayStart = (day: string): Date => startsAt(day, '00:00');

/** Returns the day in Europe/Istanbul at a moment, as `YYYY-MM-DD`. */
export const dayInIstanbul = (moment: Date): string =>
  new Date(moment.getTime() + istanbulOffsetMs).toISOString().slice(0, 10);

/** Adds whole days to a `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The same moment so many years before; for 29 February the 28th of a year that has no 29th. */
export function yearsBefore(moment: Date, years: number): Date {
  const before = new Date(moment);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  // It has become 1 March.
  if (before.getUTCDate() !== moment.getUTCDate()) before.setUTCDate(0);
  return before;
}
