import { createHash } from 'node:crypto';
import { ApiError, invalid } from '../errors.ts';

const maxDepth = 100;

/** Returns the Idempotency-Key, if there is one. Throws `invalid` unless it has 1 to 255 characters. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (!header.length || header.length > 255) {
    throw invalid({ 'Idempotency-Key': 'İstek anahtarı 1 ile 255 karakter arasında olmalıdır.' });
  }
  return header;
}

/** Sorts the names of every object, so that equal JSON values become equal texts. */
function toCanonical(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw new ApiError('bad_request');
  if (Array.isArray(value)) return value.map((item) => toCanonical(item, depth + 1));
  if (value === null || typeof value !== 'object') return value;
  // Pairs instead of an object, which would put names like "1" first and lose `__proto__`.
  const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { pairs: pairs.map(([name, item]) => [name, toCanonical(item, depth + 1)]) };
}

/** SHA-256 of a JSON value, independent of whitespace and the order of names. */
export const hashJson = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(toCanonical(value)))
    .digest('hex');
