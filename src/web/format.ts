import { formatDate, formatNumber, formatTime, once } from '../shared/format.ts';

export { formatDate, formatLira, formatNumber, formatTime } from '../shared/format.ts';

const zone = 'Europe/Istanbul';
const weekday = once(() => new Intl.DateTimeFormat('tr-TR', { weekday: 'long', timeZone: zone }));
const clock = once(() => new Intl.DateTimeFormat('tr-TR', { hour: '2-digit', minute: '2-digit', timeZone: zone }));
const dayMonth = once(() => new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'long', timeZone: zone }));

/** Lira in a column of sums, always with kuruş: `1.250,00 ₺`. */
export const formatMoney = (lira: number): string => `${formatNumber(lira, 2)} ₺`;

/** An instant with its clock: `14 Aralık 2026 10.00` in Istanbul. */
export const formatDateTime = (instant: string): string =>
  `${formatDate(instant)} ${formatTime(clock().format(new Date(instant)))}`;

/** `14 Aralık`, where the year goes without saying. */
export const formatDayMonth = (date: string): string => dayMonth().format(moment(date));

/** `Pazartesi` and the like. */
export const formatWeekday = (date: string): string => weekday().format(moment(date));

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

/** A stored number as people here write it: `0532 111 22 33`; one from abroad as it is, none as nothing. */
export const formatPhone = (e164: string | null): string =>
  (e164 ?? '').replace(/^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/, '0$1 $2 $3 $4');
