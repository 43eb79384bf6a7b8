const zone = 'Europe/Istanbul';
const whole = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const longDate = new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone });
const weekday = new Intl.DateTimeFormat('tr-TR', { weekday: 'long', timeZone: zone });
const dayMonth = new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'long', timeZone: zone });

/** Lira as people read it: `1.250 ₺`, kuruş only where there are any (`1.250,50 ₺`). */
export function formatLira(lira: number): string {
  return `${(Number.isInteger(lira) ? whole : exact).format(lira)} ₺`;
}

/** Lira in a column of sums, always with kuruş: `1.250,00 ₺`. */
export const formatMoney = (lira: number): string => `${exact.format(lira)} ₺`;

/** `2026-12-14` (or an instant) as `14 Aralık 2026` in Istanbul. */
export const formatDate = (date: string): string => longDate.format(moment(date));

/** `14 Aralık`, where the year goes without saying. */
export const formatDay = (date: string): string => dayMonth.format(moment(date));

/** `Pazartesi` and the like. */
export const formatWeekday = (date: string): string => weekday.format(moment(date));

/** `14:00` as Turkish writes the clock: `14.00`. */
export const formatTime = (time: string): string => time.replace(':', '.');

/** Minutes it takes to read a text, at 200 words a minute, never below 1. */
export function readingMinutes(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').split(/\s+/).length;
  return Math.max(1, Math.round(words / 200));
}

/** The first 150 characters of a text, with `...` where something was cut (SPEC.md 2, CONTRACT.md 8). */
export function excerpt(text: string): string {
  const letters = [...text];
  return letters.length > 150 ? `${letters.slice(0, 150).join('')}...` : text;
}

/** Start of an event as an instant; Istanbul is at +03:00 all year. */
export const startOf = (date: string, time: string): string => `${date}T${time}:00+03:00`;

/** A calendar day is read at noon, so that no zone moves it. */
function moment(date: string): Date {
  return new Date(date.length === 10 ? `${date}T12:00:00+03:00` : date);
}
