/**
 * Formats a number in Turkish: `1.250` or `1.250,50`. Not with `Intl.NumberFormat`, which blocks a phone for 60 ms when
 * pages may block for 20 ms. tests/shared/format.test.ts compares both.
 */
export function formatNumber(value: number, decimals: 0 | 2 = 0): string {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, '.'), rest].filter(Boolean).join(',');
}

/** The sign of lira with the space before it, at which no line breaks. */
export const liraSign = '\u00a0₺';

/** Formats lira: `1.250 ₺`, with kuruş only if there are any (`1.250,50 ₺`). */
export const formatLira = (lira: number): string => `${formatNumber(lira, Number.isInteger(lira) ? 0 : 2)}${liraSign}`;

/** Formats what something costs: as `formatLira`, `Ücretsiz` where it costs nothing. */
export const formatPrice = (lira: number): string => (lira === 0 ? 'Ücretsiz' : formatLira(lira));

/** Formats lira for a column of sums, always with kuruş: `1.250,00 ₺`. */
export const formatMoney = (lira: number): string => `${formatNumber(lira, 2)}${liraSign}`;

/** Calls `make` on first use and keeps its result: a date formatter blocks a phone for 15 ms; most pages need none. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Reads a day at noon, so that no time zone shifts it. */
const toMoment = (date: string) => new Date(date.length === 10 ? `${date}T12:00:00+03:00` : date);

/** So many formatted dates are kept: the documents and mails of many orders name the same few. */
const maxKept = 500;

/** Formats days and moments in Istanbul. */
function istanbulFormat(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const formatter = once(() => new Intl.DateTimeFormat('tr-TR', { ...options, timeZone: 'Europe/Istanbul' }));
  const kept = new Map<string, string>();
  return (date) => {
    const text = kept.get(date) ?? formatter().format(toMoment(date));
    if (kept.size >= maxKept) kept.clear();
    kept.set(date, text);
    return text;
  };
}

/** Formats a day or moment in Istanbul: `14 Aralık 2026`. */
export const formatDate = istanbulFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** Formats a day without its year: `14 Aralık`. */
export const formatDayMonth = istanbulFormat({ day: 'numeric', month: 'long' });

/** Formats the weekday: `Pazartesi`. */
export const formatWeekday = istanbulFormat({ weekday: 'long' });

const timeOfDay = istanbulFormat({ hour: '2-digit', minute: '2-digit' });

/** Formats a day with its weekday: `14 Aralık 2026 Pazartesi`. */
export const formatDay = (date: string): string => `${formatDate(date)} ${formatWeekday(date)}`;

/** Formats a month, given as `2026-12`: `Aralık 2026`. */
export const formatMonth = (month: string): string => formatDate(`${month}-15`).replace(/^\d+ /, '');

/** Formats a time of day in Turkish: `14:00` becomes `14.00`. */
export const formatTime = (time: string): string => time.replace(':', '.');

/** Formats the time of day of a moment in Istanbul: `10.00`. */
export const formatClock = (moment: string): string => formatTime(timeOfDay(moment));

/** Formats a moment in Istanbul: `14 Aralık 2026, 10.00`. */
export const formatDateTime = (moment: string): string => `${formatDate(moment)}, ${formatClock(moment)}`;

/** Formats when a product begins: `14 Aralık 2026 Pazartesi, 10.00`. */
export const formatStart = ({ date, time }: { date: string; time: string }): string =>
  `${formatDay(date)}, ${formatTime(time)}`;

const excerptLength = 150;

/** The beginning of a text, with `...` where something was cut. */
export function excerpt(text: string): string {
  const letters = [...text];
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength).join('')}...` : text;
}
