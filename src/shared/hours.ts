import { formatTime } from './format.ts';

/** When a product begins, and ends if its duration is known: `10.30`, `10.30–12.30` or `10.30–ertesi gün 10.30`. */
export function hoursOf({ time, duration_minutes }: { time: string; duration_minutes?: number | undefined }): string {
  if (!duration_minutes) return formatTime(time);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const end = hours * 60 + minutes + duration_minutes;
  const parts = [Math.floor(end / 60) % 24, end % 60].map((part) => String(part).padStart(2, '0'));
  // After 24 hours the end is the same hour as the start.
  const day = duration_minutes < 24 * 60 ? '' : 'ertesi gün ';
  return `${formatTime(time)}–${day}${parts.join('.')}`;
}
