const zone = 'Europe/Istanbul';

/**
 * Formats a number in Turkish: `1.250` or `1.250,50`. Does not use `Intl.NumberFormat`, which takes a phone 60 ms to
 * load. tests/shared/format.test.ts compares both.
 */
export function formatNumber(value: number, decimals: 0 | 2 = 0): string {
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, '.'), rest].filter(Boolean).join(',');
}

/** Formats lira: `1.250 ₺`, with kuruş only if there are any (`1.250,50 ₺`). */
export const formatLira = (lira: number): string => `${formatNumber(lira, Number.isInteger(lira) ? 0 : 2)} ₺`;

/** Calls `make` on first use and keeps its result: a date formatter costs a phone 15 ms and most pages need none. */
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

/** Formats a day or moment in Istanbul: `14 Aralık 2026`. A day is read at noon, so that no time zone shifts it. */
export const formatDate = (date: string): string =>
  longDate().format(new Date(date.length === 10 ? `${date}T12:00:00+03:00` : date));

/** Formats a time of day in Turkish: `14:00` becomes `14.00`. */
export const formatTime = (time: string): string => time.replace(':', '.');
