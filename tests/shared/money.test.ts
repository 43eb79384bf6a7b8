import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lira } from '../../src/contract/money.ts';
import { toKurus, toLira } from '../../src/shared/money.ts';

test('every amount of kuruş converts to lira and back without loss', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (kurus) => {
      expect(toKurus(toLira(kurus))).toBe(kurus);
    }),
  );
});

test.each([['1250.50'], ['1250,5'], [1250.5], ['0'], [0.1]])('%s is a price', (value) => {
  expect(lira.safeParse(value).success).toBe(true);
});

test.each([[-1], [0.001], ['1.250,00'], [''], ['abc'], [Number.NaN], [1e9], [null]])('%s is no price', (value) => {
  expect(lira.safeParse(value).success).toBe(false);
});
