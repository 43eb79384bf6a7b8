import { createHash } from 'node:crypto';
import { ApiError, invalid } from '../errors.ts';

const deepest = 100;

/** Returns the Idempotency-Key, if there is one. Throws `invalid` unless it has 1 to 255 characters. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!header.length || header.length > 255) {
    throw invalid({ 'Idempotency-Key': 'İstek anahtarı 1 ile 255 karakter arasında olmalıdır.' });
  }
  return header;
}

/** The value with the names of every object in order: equal JSON values become equal texts. */
function ordered(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw new ApiError('bad_request');
  if (Array.isArray(value)) return value.map((item) => ordered(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  // Pairs instead of an object: a name like "1" would jump the queue, `__proto__` would vanish.
  const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { pairs: pairs.map(([name, item]) => [name, ordered(item, depth + 1)]) };
}

/** SHA-256 of a JSON value, the same however it was spelt. */
export const hashJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(value)))
    .digest('hex');
