import { formatClock, formatDate, formatTime } from './format.ts';

/** Datives of the numbers 0 to 9 and of 10, 20 … 50, as they are spoken: bir’e, iki’ye, altı’ya, dokuz’a. */
const unitDatives = ['a', 'e', 'ye', 'e', 'e', 'e', 'ya', 'ye', 'e', 'a'];
const tenDatives = ['', 'a', 'ye', 'a', 'a', 'ye'];

/** Formats a time of day as an end: `saat 10.30’a kadar`, with the suffix of the number that is spoken last. */
export function untilTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(/[.:]/).map(Number);
  const last = minutes || hours;
  const suffix = last % 10 || !last ? unitDatives[last % 10] : tenDatives[last / 10];
  return `saat ${formatTime(time)}’${suffix} kadar`;
}

/** Formats a moment in Istanbul as an end: `14 Aralık 2026 saat 10.30’a kadar`. */
export const formatUntil = (moment: string): string => `${formatDate(moment)} ${untilTime(formatClock(moment))}`;
