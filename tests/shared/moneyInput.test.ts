import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeMoney,
  formatMoneyInput,
  isUnlikelyPriceChange,
  parseMoneyInput,
} from '../../src/shared/moneyInput.ts';

describe('a typed amount', () => {
  test.each([
    ['1250', 125_000],
    ['1.250', 125_000],
    ['1.250,50', 125_050],
    ['1250,5', 125_050],
    ['₺1.250', 125_000],
    ['1.250 ₺', 125_000],
    ['1250 TL', 125_000],
    [' 1 250,00 ', 125_000],
    ['1250.50', 125_050],
    ['1,250.50', 125_050],
    ['1.25', 125],
    ['0', 0],
    ['1.000.000', 100_000_000],
  ])('%s is understood', (typed, kurus) => {
    expect(parseMoneyInput(typed)).toEqual({ kurus });
  });

  test.each([
    ['', 'Lütfen lira olarak bir sayı girin.'],
    ['₺', 'Lütfen lira olarak bir sayı girin.'],
    ['-5', '0’dan küçük olamaz.'],
    ['bin lira', 'Yalnızca rakamla yazılır, örneğin 1.250 ya da 1.250,50.'],
    ['20.000.001', 'En fazla 20.000.000 lira olabilir.'],
    ...['1,250', '1.2505', '12.34.567', '1.250.5', '1,2,3', '.', '1..250', '1250,'].map((typed) => [
      typed,
      'Bu tutar iki türlü okunabiliyor. Binlik için nokta, kuruş için virgül kullanın: 1.250,50.',
    ]),
  ])('%s is refused with a message', (typed, problem) => {
    expect(parseMoneyInput(typed as string)).toEqual({ problem });
  });

  test('gives the displayed amount, however it is typed', () => {
    const amounts = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(
        amounts,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('', '₺', ' TL'),
        (kurus, grouped, short, unit) => {
          const lira = String(Math.floor(kurus / 100));
          const left = grouped ? lira.replace(/\B(?=(\d{3})+$)/g, '.') : lira;
          const cents = String(kurus % 100).padStart(2, '0');
          const right = kurus % 100 === 0 && short ? '' : `,${short ? cents.replace(/0$/, '') : cents}`;
          expect(parseMoneyInput(`${left}${right}${unit}`)).toEqual({ kurus });
          expect(parseMoneyInput(formatMoneyInput(kurus))).toEqual({ kurus });
        },
      ),
      { seed: 20_261_122 },
    );
  });

  test('never differs from the displayed amount, whatever characters are typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,₺ TL-') }), (typed) => {
        const understood = parseMoneyInput(typed);
        if ('problem' in understood) return;
        expect(parseMoneyInput(formatMoneyInput(understood.kurus))).toEqual(understood);
        const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
        expect(String(understood.kurus).replace(/0+$/, '')).toBe(digits.replace(/0+$/, '') || '0'.replace(/0+$/, ''));
      }),
      { seed: 20_261_122, numRuns: 2000 },
    );
  });
});

test('an amount is displayed in figures and words', () => {
  expect(describeMoney(125_050)).toBe('1.250,50\u00a0₺ · bin iki yüz elli lira elli kuruş');
  expect(describeMoney(0)).toBe('0\u00a0₺ · sıfır lira');
  expect(describeMoney(125)).toBe('1,25\u00a0₺ · bir lira yirmi beş kuruş');
  expect(describeMoney(5)).toBe('0,05\u00a0₺ · beş kuruş');
  expect(describeMoney(11_100_000)).toBe('111.000\u00a0₺ · yüz on bir bin lira');
  expect(describeMoney(100_000_000)).toBe('1.000.000\u00a0₺ · bir milyon lira');
});

test('a price more than ten times the former one needs confirmation', () => {
  expect(isUnlikelyPriceChange(125_000, 125)).toBe(true);
  expect(isUnlikelyPriceChange(125, 125_000)).toBe(true);
  expect(isUnlikelyPriceChange(100_000, 1_000_000)).toBe(false);
  expect(isUnlikelyPriceChange(0, 125_000)).toBe(false);
});
