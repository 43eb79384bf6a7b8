import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { fold } from '../../shared/fold.ts';
import { invalid } from '../errors.ts';

/** OWASP's minimum for argon2id, which is algorithm 2 (the library's enum exists only as a type). */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One per core, but two at least and four at most: reading calls stay fast while people sign in.
const maxRunning = Math.min(4, Math.max(2, availableParallelism()));
let running = 0;
const waiting: (() => void)[] = [];

/** Runs at most `maxRunning` argon2 hashes at a time; others wait. Do not nest calls: that deadlocks. */
export async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Normalises first: keyboards send 'ş' as one code point or as two. */
const toBytes = (password: string) => Buffer.from(password.normalize('NFC'));

export const hashPassword = (password: string): Promise<string> =>
  limitConcurrency(() => hash(toBytes(password), options));

const dummyHash = hash(crypto.randomUUID(), options);

/**
 * Verifies without queueing, for callers inside `limitConcurrency`. Without a hash it verifies a dummy, so that timing
 * does not reveal whether the account exists.
 */
export async function verifyPasswordUnqueued(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await dummyHash), toBytes(password));
  return Boolean(stored) && matches;
}

export const verifyPassword = (stored: string | null | undefined, password: string): Promise<boolean> =>
  limitConcurrency(() => verifyPasswordUnqueued(stored, password));

const maxCommon = 3000;

// Popular here, but ranked too low or missing in the library's list.
const commonInTurkey = [
  ...['sifre123', 'sifre1234', 'sifresifre', 'parola123', 'parola1234', 'parolaparola'],
  ...['galatasaray', 'galatasaray1905', 'fenerbahce', 'fenerbahce1907', 'besiktas', 'besiktas1903', 'trabzonspor'],
  ...['trabzonspor61', 'istanbul', 'istanbul34', 'turkiye1923', 'ataturk1881', 'seniseviyorum', 'seni seviyorum'],
  ...['bismillah', '12345678a', '123456789a', '123456asd', 'asdasd123', 'qweasd123', 'qwe123asd'],
];

let commonPasswords: Promise<Set<string>> | undefined;

/** Loads the most common passwords, and as many of those long enough to be accepted at all. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked: string[] = dictionary['passwords-common'];
  const long = ranked.filter((password) => password.length >= 8);
  return new Set([...ranked.slice(0, maxCommon), ...long.slice(0, maxCommon), ...commonInTurkey].map(fold));
}

const digits = '0123456789'.repeat(2);

/** Whether up to twelve digits run up or down, or repeat: the library finds these by rules, not in its list. */
function isDigitPattern(password: string): boolean {
  if (!/^\d{8,12}$/.test(password)) return false;
  const reversed = [...password].reverse().join('');
  return digits.includes(password) || digits.includes(reversed) || /^(\d{1,4})\1+$/.test(password);
}

/** Whether many people use this password, whatever its case and accents. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  return isDigitPattern(password) || (await commonPasswords).has(fold(password));
}

/** Throws 422 on `field` when the password is a common one. */
export async function rejectCommonPassword(password: string, field: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw invalid({ [field]: 'Bu şifre çok sık kullanılıyor ve kolayca tahmin edilir. Lütfen başka bir şifre seçin.' });
}
