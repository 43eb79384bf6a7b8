import type { Key } from '../../contract/endpoints.ts';
import { invalid } from '../errors.ts';
import { sha256 } from '../hash.ts';
import type { Files } from '../http/body.ts';

/** A request that its sender may repeat. */
export interface IdempotentRequest {
  userId: string;
  key: string;
  /** Hash of what was sent. */
  hash: string;
}

/**
 * What repeats of a request are told by; undefined without an Idempotency-Key. Each call has keys of its own: those of
 * checkouts are stored as they are sent, those of another `call` after its name. Throws `invalid` unless the key has 1
 * to 255 characters.
 */
export function toRequest(
  userId: string,
  header: (name: string) => string | undefined,
  sent: unknown,
  call?: Key,
): IdempotentRequest | undefined {
  const key = header('idempotency-key');
  if (key === undefined) return undefined;
  if (!key.length || key.length > 255) {
    throw invalid({ 'Idempotency-Key': 'İstek anahtarı 1 ile 255 karakter arasında olmalıdır.' });
  }
  // No header holds a line break, so that no checkout can take the key of another call.
  return { userId, key: call ? `${call}\n${key}` : key, hash: hashJson(sent) };
}

/** Sorts the names of every object, so that equal JSON values become equal texts. */
function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCanonical);
  if (value === null || typeof value !== 'object') return value;
  // Pairs instead of an object, which would put names like "1" first and lose `__proto__`.
  const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { pairs: pairs.map(([name, item]) => [name, toCanonical(item)]) };
}

/** SHA-256 of a JSON value, independent of whitespace and the order of names. */
const hashJson = (value: unknown): string => sha256(JSON.stringify(toCanonical(value)));

/** SHA-256 of each uploaded file, by field name. */
export async function hashFiles(files: Files): Promise<Record<string, string[]>> {
  const hash = async (file: File) => sha256(new Uint8Array(await file.arrayBuffer()));
  const hashes: Record<string, string[]> = {};
  for (const [name, list] of Object.entries(files)) hashes[name] = await Promise.all(list.map(hash));
  return hashes;
}
