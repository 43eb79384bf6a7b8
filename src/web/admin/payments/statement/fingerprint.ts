import type { Movement } from './movements.ts';

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What identifies a movement in every file: day, amount and balance, or its words where there is no balance. */
const keyOf = ({ day, amount, balance, text }: Movement): string =>
  [day, amount, balance ?? text.toLocaleLowerCase('tr').replace(/\s+/g, ' ')].join('|');

/**
 * Salted fingerprints of movements, by position. Equal movements get ordinals, so that two real transfers count twice
 * and an overlapping file repeats the same fingerprints.
 */
export function createFingerprints(movements: Movement[], salt: string) {
  const seen = new Map<string, number>();
  const keys = movements.map((movement) => {
    const key = keyOf(movement);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return `${key}|${ordinal}`;
  });
  /** `part` tells apart the checkouts that one transfer pays. */
  return (index: number, part: number): Promise<string> =>
    sha256([salt, keys[index], ...(part ? [part] : [])].join('|'));
}
