// The machine's speed right now: figures of two reports can be compared if these are alike.
import { hash } from 'node:crypto';
import { median, report } from './report.ts';

/** Reports how long the SHA-256 of 64 MiB takes on one thread, the median of five. */
export function reportSpeed(when: 'before' | 'after'): void {
  const bytes = Buffer.alloc(64 * 2 ** 20);
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    hash('sha256', bytes);
    return performance.now() - start;
  });
  report({ group: 'Speed of the machine', name: `SHA-256 of 64 MiB, ${when}`, value: median(times), unit: 'ms' });
}
