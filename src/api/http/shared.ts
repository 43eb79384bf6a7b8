import { createHash } from 'node:crypto';
import type { Events } from '../events.ts';

/** An answer that is the same for everybody, ready to send. */
export interface SharedAnswer {
  /** As it goes over the wire: a list of letters is not made into octets for every reader again. */
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
}

/**
 * Keeps shared answers until something changes, and at most a second: time alone changes them too (an event starts),
 * and a change told by another process may be lost. Callers of one address at the same moment share one reading.
 */
export function createSharedAnswers(changes: Events, now: () => number = Date.now) {
  const kept = new Map<string, { until: number; answer: Promise<SharedAnswer> }>();
  changes.on((topic) => topic === 'mail' || kept.clear());
  return (
    key: string,
    read: () => Promise<{ text: string; headers: Record<string, string> }>,
  ): Promise<SharedAnswer> => {
    const found = kept.get(key);
    if (found && found.until > now()) return found.answer;
    if (kept.size > 500) kept.clear();
    const answer = read().then(({ text, headers }) => {
      const body = Buffer.from(text);
      const hash = createHash('sha256').update(body).update(JSON.stringify(headers)).digest('base64url');
      return { body, headers, etag: `"${hash.slice(0, 27)}"` };
    });
    kept.set(key, { until: now() + 1000, answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
