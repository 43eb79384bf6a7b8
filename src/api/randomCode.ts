import { randomBytes } from './randomBytes.ts';

/** Without 0, O, 1 and I, which are easily confused when a code is read out: 32, so that bytes fall on them evenly. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Random letters and digits, five bits each. */
export function randomCode(length: number): string {
  let code = '';
  for (const byte of randomBytes(length)) code += alphabet[byte % alphabet.length];
  return code;
}
