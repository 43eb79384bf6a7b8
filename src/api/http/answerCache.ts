import { createHash } from 'node:crypto';
import type { Events } from '../events.ts';
import { compressQuickly, type Encoding } from './compress.ts';

/** An answer that is the same for every caller, ready to send. */
export interface CachedAnswer {
  /** Bytes, so that a string is not encoded again for every caller. */
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
  /** The body as browsers take it, compressed once for all of them. */
  compressed(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

interface Entry {
  until: number;
  answer: Promise<CachedAnswer>;
  /** Size of the body; 0 while it is read. */
  bytes: number;
}

const lifetimeMs = 1000;
const maxEntries = 500;
/** Of bodies; one that is larger is cached alone. */
const maxBytes = 32e6;

/**
 * Caches answers until an event says that something changed, and at most a second: time changes them too (an event
 * begins), and a message from another process may be lost. Concurrent calls for one key share one reading.
 */
export function createAnswerCache(events: Pick<Events, 'on'>, now = () => performance.now()) {
  /** By age, the oldest first. */
  const cache = new Map<string, Entry>();
  let bytes = 0;

  function remove(key: string, entry: Entry): void {
    if (cache.get(key) !== entry) return;
    cache.delete(key);
    bytes -= entry.bytes;
  }
  /** Removes what is too old, and the oldest where there are too many. */
  function removeExpired(): void {
    for (const [key, entry] of cache) {
      if (entry.until > now() && cache.size < maxEntries) return;
      remove(key, entry);
    }
  }
  /** Counts an answer that was read; the oldest ones make room for it. */
  function measure(key: string, entry: Entry, size: number): void {
    if (cache.get(key) !== entry) return;
    entry.bytes = size;
    bytes += size;
    for (const [olderKey, older] of cache) {
      if (bytes <= maxBytes) return;
      if (older !== entry && older.bytes) remove(olderKey, older);
    }
  }

  events.on((topic) => {
    if (topic === 'mail' || topic === 'awaited-mail') return;
    cache.clear();
    bytes = 0;
  });
  return (
    key: string,
    read: () => Promise<{ text: string; headers: Record<string, string> }>,
  ): Promise<CachedAnswer> => {
    const found = cache.get(key);
    if (found && found.until > now()) return found.answer;
    // The one found, too: an entry that was replaced would keep its place in the order.
    removeExpired();
    const answer = read().then(({ text, headers }) => {
      const body = Buffer.from(text);
      const hash = createHash('sha256').update(body).update(JSON.stringify(headers)).digest('base64url');
      const forms: Partial<Record<Encoding, Promise<Uint8Array<ArrayBuffer>>>> = {};
      const compressed = (encoding: Encoding) => (forms[encoding] ??= compressQuickly(body, encoding));
      return { body, headers, etag: `"${hash.slice(0, 27)}"`, compressed };
    });
    const entry = { until: now() + lifetimeMs, answer, bytes: 0 };
    cache.set(key, entry);
    answer.then(
      ({ body }) => measure(key, entry, body.length),
      () => remove(key, entry),
    );
    return answer;
  };
}
