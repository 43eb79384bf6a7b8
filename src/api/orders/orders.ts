import { randomInt } from 'node:crypto';
import { fold } from '../../shared/fold.ts';

/** No 0 and O, no 1 and I: a code is read out on the telephone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Eight letters and digits that the lines of one checkout share. */
export const newCode = (): string =>
  // `randomInt` draws from a store of random bytes, where `randomBytes` asks the system each time.
  Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The last word is the surname; one word alone is a name (CONTRACT.md 3). */
export function splitName(fullName: string): { name: string; surname: string } {
  const words = fullName.split(' ');
  const surname = words.length > 1 ? (words.pop() as string) : '';
  return { name: words.join(' '), surname };
}

/** What an order is found by: code, title, buyer and participants, folded. */
export const searchOf = (
  order: { code: string; event_title: string; buyer_email: string | null },
  names: string[],
): string => fold([order.code, order.event_title, order.buyer_email ?? '', ...names].join(' '));
