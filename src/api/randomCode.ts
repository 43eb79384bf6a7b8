import { randomInt } from 'node:crypto';

/** Without 0, O, 1 and I, which are easily confused when a code is read out. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Random letters and digits, five bits each. */
export const randomCode = (length: number): string =>
  // `randomInt` uses cached random bytes; `randomBytes` makes a system call each time.
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
