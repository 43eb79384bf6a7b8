const zone = 'Europe/Istanbul';

/**
 * A number as Turkish writes it: `1.250` or, with kuruş, `1.250,50`. Written out, for the browser's own formatter takes
 * a phone 60 ms to be ready (tests/shared/format.test.ts compares the two).
 */
export function formatNumber(value: number, decimals: 0 | 2 = 0): string {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, '.'), rest].filter(Boolean).join(',');
}

/** Lira as people read it: `1.250 ₺`, kuruş only where there are any (`1.250,50 ₺`). */
export const formatLira = (lira: number): string => `${formatNumber(lira, Number.isInteger(lira) ? 0 : 2)} ₺`;

/** What `make` gives, made when first asked for: a formatter of dates costs a phone some 15 ms, and most pages need none. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const longDate = once(
  () => new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone }),
);

/** `2026-12-14` (or an instant) as `14 Aralık 2026` in Istanbul. A calendar day is read at noon, so that no zone moves it. */
export const formatDate = (date: string): string =>
  longDate().format(new Date(date.length === 10 ? `${date}T12:00:00+03:00` : date));

/** `14:00` as Turkish writes the clock: `14.00`. */
export const formatTime = (time: string): string => time.replace(':', '.');
