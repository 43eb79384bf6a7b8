const zone = 'Europe/Istanbul';
const whole = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const longDate = new Intl.DateTimeFormat('tr-TR', { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone });

/** Lira as people read it: `1.250 ₺`, kuruş only where there are any (`1.250,50 ₺`). */
export function formatLira(lira: number): string {
  return `${(Number.isInteger(lira) ? whole : exact).format(lira)} ₺`;
}

/** `2026-12-14` (or an instant) as `14 Aralık 2026` in Istanbul. A calendar day is read at noon, so that no zone moves it. */
export const formatDate = (date: string): string =>
  longDate.format(new Date(date.length === 10 ? `${date}T12:00:00+03:00` : date));

/** `14:00` as Turkish writes the clock: `14.00`. */
export const formatTime = (time: string): string => time.replace(':', '.');
