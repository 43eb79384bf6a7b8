import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount, parseDay } from '../../../../src/web/admin/payments/statement/cells.ts';
import {
  matchMovements,
  type OpenCheckout,
  toCodeSigns,
} from '../../../../src/web/admin/payments/statement/matching.ts';
import type { Movement } from '../../../../src/web/admin/payments/statement/movements.ts';

const signs = [...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'];
const code = fc.array(fc.constantFrom(...signs), { minLength: 8, maxLength: 8 }).map((each) => each.join(''));

const paid = (text: string, amount = 65_000): Movement => ({ day: '2026-11-02', amount, balance: undefined, text });
const checkout = (one: string, open = 65_000, names: string[] = []): OpenCheckout => ({ code: one, open, names });

describe('a code', () => {
  test('is found with any single typo, swap or blank in it', () => {
    const edit = fc.record({
      kind: fc.constantFrom('replace', 'drop', 'insert', 'swap', 'blank'),
      at: fc.integer({ min: 0, max: 7 }),
      sign: fc.constantFrom(...signs),
    });
    const apply = (one: string, { kind, at, sign }: { kind: string; at: number; sign: string }) => {
      if (kind === 'drop') return one.slice(0, at) + one.slice(at + 1);
      if (kind === 'insert') return one.slice(0, at) + sign + one.slice(at);
      if (kind === 'blank') return `${one.slice(0, at)} ${one.slice(at)}`;
      if (kind === 'swap') return one.slice(0, at) + (one[at + 1] ?? '') + one[at] + one.slice(at + 2);
      return one.slice(0, at) + sign + one.slice(at + 1);
    };
    fc.assert(
      fc.property(code, edit, (one, change) => {
        const [match] = matchMovements([paid(`GÜLŞAH IŞILDAK, ${apply(one, change)} - atölye`)], [checkout(one)]);
        expect(match?.parts).toEqual([{ code: one, amount: 65_000 }]);
        expect(match?.sure).toBe(true);
      }),
      { numRuns: 2000, seed: 17 },
    );
  });

  test('is found in small letters and with signs that look alike', () => {
    for (const text of ['k7m2qx9f', 'K7MZQX9F', 'K7M2OX9F', 'K7M20X9F', 'K-7 M2.QX9F'])
      expect(matchMovements([paid(text)], [checkout('K7M2QX9F')])[0]?.sure, text).toBe(true);
    expect(toCodeSigns('İıŞğ 1')).toBe('IISG1');
  });

  test('with another amount is only suggested, and a second transfer for it too', () => {
    const matches = matchMovements(
      [paid('K7M2QX9F', 30_000), paid('K7M2QX9F'), paid('K7M2QX9F')],
      [checkout('K7M2QX9F')],
    );
    expect(matches.map(({ sure, reason }) => [sure, reason])).toEqual([
      [false, 'nothing_open'],
      [true, 'code'],
      [false, 'nothing_open'],
    ]);
    expect(matchMovements([paid('K7M2QX9F', 30_000)], [checkout('K7M2QX9F')])[0]?.reason).toBe('amount_differs');
  });

  test('that waits for no money is suggested by its code alone', () => {
    const settled = checkout('K7M2QX9F', 0, ['huseyin', 'comertoglu']);
    const [match] = matchMovements([paid('HÜSEYİN CÖMERTOĞLU K7M2QX9F')], [settled]);
    expect(match).toMatchObject({ sure: false, reason: 'nothing_open', parts: [{ code: 'K7M2QX9F', amount: 65_000 }] });
    expect(matchMovements([paid('HÜSEYİN CÖMERTOĞLU')], [settled])).toEqual([]);
  });

  test('beside others is sure where the sum fits exactly', () => {
    const both = [checkout('K7M2QX9F', 65_000), checkout('Q7RH2NVD', 52_000)];
    const [match] = matchMovements([paid('K7M2QX9F ve Q7RH2NVD', 117_000)], both);
    expect(match).toMatchObject({ sure: true, reason: 'codes', parts: [{ amount: 65_000 }, { amount: 52_000 }] });
    expect(matchMovements([paid('K7M2QX9F ve Q7RH2NVD', 100_000)], both).every(({ sure }) => !sure)).toBe(true);
    // For one of two that are open it may be a mistake; where the other one is paid it is not.
    const forOne = paid('K7M2QX9F ve Q7RH2NVD', 65_000);
    expect(matchMovements([forOne], both).map(({ sure }) => sure)).toEqual([false, false]);
    const onePaid = [checkout('K7M2QX9F', 65_000), checkout('Q7RH2NVD', 0)];
    expect(matchMovements([forOne], onePaid)).toMatchObject([{ sure: true, parts: [{ code: 'K7M2QX9F' }] }]);
  });
});

test('amount and name without a code are suggested, for everybody they fit', () => {
  const names = ['huseyin', 'comertoglu'];
  const [match] = matchMovements([paid('HÜSEYİN CÖMERTOĞLU ATÖLYE')], [checkout('Q7RH2NVD', 65_000, names)]);
  expect(match).toMatchObject({ sure: false, reason: 'name', parts: [{ code: 'Q7RH2NVD' }] });
  expect(matchMovements([paid('HÜSEYİN DEMİR')], [checkout('Q7RH2NVD', 65_000, names)])).toEqual([]);
  expect(matchMovements([paid('HÜSEYİN CÖMERTOĞLU', 1)], [checkout('Q7RH2NVD', 65_000, names)])).toEqual([]);
  expect(matchMovements([paid('K7M2QX9F', -65_000)], [checkout('K7M2QX9F')])).toEqual([]);
});

test('amount and name suggest no order that a later movement with its code pays', () => {
  const names = ['huseyin', 'comertoglu'];
  const both = [checkout('K7M2QX9F', 65_000, names), checkout('Q7RH2NVD', 65_000, names)];
  const matches = matchMovements([paid('HÜSEYİN CÖMERTOĞLU'), paid('HÜSEYİN CÖMERTOĞLU K7M2QX9F')], both);
  expect(matches.map(({ index, sure, parts }) => [index, sure, parts[0]?.code])).toEqual([
    [0, false, 'Q7RH2NVD'],
    [1, true, 'K7M2QX9F'],
  ]);
});

test('of 10,000 random lines none matches 100 open codes', () => {
  const random = (seed: number) => () => {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const next = random(17);
  const letters = 'ABCDEFGHIJKLMNOPRSTUVYZÇĞİÖŞÜ0123456789 ';
  const text = (length: number, from: string) =>
    Array.from({ length }, () => from[Math.floor(next() * from.length)]).join('');
  const checkouts = Array.from({ length: 100 }, () => checkout(text(8, signs.join('')), 65_000, ['ada', 'su']));
  const movements = Array.from({ length: 10_000 }, () => paid(text(60, letters)));
  expect(matchMovements(movements, checkouts)).toEqual([]);
});

test.each([
  ['1.250,00', 125_000],
  ['-1.250,5', -125_050],
  ['1,250.00 TL', 125_000],
  ['250,00-', -25_000],
  ['1.250', 125_000],
  [1250.5, 125_050],
  ['TR330006', undefined],
  ['', undefined],
])('an amount is read as banks write it: %j', (cell, kurus) => {
  expect(parseAmount(cell)).toBe(kurus);
});

test.each([
  ['21.11.2026', '2026-11-21'],
  ['21/11/2026-14:05:09', '2026-11-21'],
  ['2026-11-21 10:00', '2026-11-21'],
  ['29 Kasım 2026', '2026-11-29'],
  ['1 ŞUBAT 2026 Pazar, 09.30', '2026-02-01'],
  ['05-Ağu-2026 14:05:09', '2026-08-05'],
  ['29 Kasım 2026 atölye', undefined],
  ['31 Kasım 2026', undefined],
  ['31.02.2026', undefined],
  ['11.2026', undefined],
])('a day is read as banks write it: %s', (cell, day) => {
  expect(parseDay(cell)).toBe(day);
});
