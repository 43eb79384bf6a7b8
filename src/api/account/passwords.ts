import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's floor for argon2id (CONTRACT.md 2). */
// 2 is argon2id; the library's enum exists only as a type.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// No more than there are cores, so that whoever only reads is not pushed back by people signing in.
const most = Math.min(4, Math.max(2, availableParallelism()));
let running = 0;
const waiting: (() => void)[] = [];

/** At most so many hashes at once: more would only push each other, and everything else, back. Never one in another. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** One password, one byte sequence: keyboards write 'ş' as one sign or as two. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'));

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(bytesOf(password), options));

// A hash nobody knows the password of, so that an unknown address takes as long as a known one.
const decoy = hash(crypto.randomUUID(), options);

/** Whether the password fits, for callers whose turn it is; without a stored hash the same time passes for a no. */
export async function fitsNow(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await decoy), bytesOf(password));
  return Boolean(stored) && fits;
}

/** The same, in turn. */
export const fitsPassword = (stored: string | null | undefined, password: string): Promise<boolean> =>
  inTurn(() => fitsNow(stored, password));
