// How fast the machine is at this moment: figures of two reports may be compared where these are alike.
import { hash } from 'node:crypto';
import { median, note } from './report.ts';

/** Notes how long one thread takes for the SHA-256 of 64 MiB, the median of five. */
export function noteSpeed(when: 'before' | 'after'): void {
  const bytes = Buffer.alloc(64 * 2 ** 20);
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    hash('sha256', bytes);
    return performance.now() - start;
  });
  note({ group: 'Speed of the machine', name: `SHA-256 of 64 MiB, ${when}`, value: median(times), unit: 'ms' });
}
