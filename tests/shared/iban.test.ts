import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkIban, formatIban } from '../../src/shared/iban.ts';

const iban = 'TR330006100519786457841326';

/** A Turkish IBAN with right check digits: 98 minus the remainder of the rest with `TR00` behind it. */
function withCheckDigits(account: string): string {
  const rest = [...`${account}292700`].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0);
  return `TR${String(98 - rest).padStart(2, '0')}${account}`;
}
const account = fc
  .tuple(fc.stringMatching(/^\d{5}$/), fc.stringMatching(/^\d{16}$/))
  .map(([bank, number]) => `${bank}0${number}`);

describe('an IBAN', () => {
  test('is taken with blanks, dashes and small letters, and read back in groups', () => {
    expect(checkIban(' tr33 0006-1005 1978 6457 8413 26 ')).toEqual({ iban });
    expect(formatIban(iban)).toBe('TR33 0006 1005 1978 6457 8413 26');
  });

  test('with right check digits is taken, and with one digit changed never', () => {
    fc.assert(
      fc.property(account, fc.integer({ min: 2, max: 25 }), fc.integer({ min: 1, max: 9 }), (number, position, by) => {
        const good = withCheckDigits(number);
        expect(checkIban(good).iban).toBe(good);
        const digit = (Number(good[position]) + by) % 10;
        expect(checkIban(good.slice(0, position) + digit + good.slice(position + 1)).iban).toBeUndefined();
      }),
    );
  });

  test('that is wrong says which group, or what is missing', () => {
    expect(checkIban('TR33 0006 10O5 1978 6457 8413 26').problem).toContain('3. grupta (10O5)');
    expect(checkIban(iban.slice(0, -1)).problem).toContain('23 rakam');
    expect(checkIban('DE89370400440532013000').problem).toContain('“TR”');
    expect(checkIban(`${iban.slice(0, 9)}7${iban.slice(10)}`).problem).toContain('3. grupta');
    expect(checkIban('').problem).toBeTruthy();
  });
});
