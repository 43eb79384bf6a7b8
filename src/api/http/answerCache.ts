import { createHash } from 'node:crypto';
import type { Events } from '../events.ts';
import { compressQuickly, type Encoding } from './compress.ts';

/** An answer that is the same for every caller, ready to send. */
interface CachedAnswer {
  /** Bytes, so that a string is not encoded again for every caller. */
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
  /** The body as browsers take it, compressed once for all of them. */
  compressed(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

const lifetimeMs = 1000;
const maxEntries = 500;

/**
 * Caches answers until an event says that something changed, and at most a second: time changes them too (an event
 * begins), and a message from another process may be lost. Concurrent calls for one key share one reading.
 */
export function createAnswerCache(events: Events, now: () => number = Date.now) {
  const cache = new Map<string, { until: number; answer: Promise<CachedAnswer> }>();
  events.on((topic) => topic === 'mail' || topic === 'awaited-mail' || cache.clear());
  return (
    key: string,
    read: () => Promise<{ text: string; headers: Record<string, string> }>,
  ): Promise<CachedAnswer> => {
    const found = cache.get(key);
    if (found && found.until > now()) return found.answer;
    if (cache.size > maxEntries) cache.clear();
    const answer = read().then(({ text, headers }) => {
      const body = Buffer.from(text);
      const hash = createHash('sha256').update(body).update(JSON.stringify(headers)).digest('base64url');
      const forms: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>> = {};
      const compressed = (encoding: Encoding) => (forms[encoding] ??= compressQuickly(body, encoding));
      return { body, headers, etag: `"${hash.slice(0, 27)}"`, compressed };
    });
    cache.set(key, { until: now() + lifetimeMs, answer });
    answer.catch(() => cache.delete(key));
    return answer;
  };
}
