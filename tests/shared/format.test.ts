import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatLira,
  formatNumber,
  formatPrice,
  formatStart,
  formatTime,
} from '../../src/shared/format.ts';
import { formatUntil, untilTime } from '../../src/shared/until.ts';

const kurus = integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 });

test('a sum is formatted like Intl formats it in Turkish', () => {
  const exact = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat('tr-TR');
  assert(
    property(kurus, (sum) => {
      expect(formatNumber(sum / 100, 2)).toBe(exact.format(sum / 100));
      expect(formatNumber(sum)).toBe(whole.format(sum));
    }),
  );
});

test('kuruş are shown only when they are not zero', () => {
  expect([0, 850, 1250, 1250.5, 1_234_567.05].map(formatLira)).toEqual([
    '0\u00a0₺',
    '850\u00a0₺',
    '1.250\u00a0₺',
    '1.250,50\u00a0₺',
    '1.234.567,05\u00a0₺',
  ]);
});

test('what costs nothing is free', () => {
  expect([0, 650].map(formatPrice)).toEqual(['Ücretsiz', '650\u00a0₺']);
});

test('days and times are those of Istanbul', () => {
  expect(formatDate('2026-12-14')).toBe('14 Aralık 2026');
  expect(formatDate('2026-12-14T21:30:00Z')).toBe('15 Aralık 2026');
  expect(formatTime('09:05')).toBe('09.05');
  expect(formatDateTime('2026-12-14T21:30:00Z')).toBe('15 Aralık 2026, 00.30');
  expect(formatStart({ date: '2026-12-14', time: '09:05' })).toBe('14 Aralık 2026 Pazartesi, 09.05');
  expect(formatUntil('2026-12-14T07:30:00Z')).toBe('14 Aralık 2026 saat 10.30’a kadar');
});

test.each([
  ['e', '11:00 13:00 14:00 15:00 18:00 21:00 09:01 23:05 10:11 10:13 10:58'],
  ['ye', '02:00 07:00 12:00 17:00 20:00 22:00 10:20 10:50 10:27 10:02'],
  ['ya', '06:00 16:00 10:06 10:46'],
  ['a', '00:00 09:00 10:00 19:00 10:10 10:30 18:40 23:59 00:09'],
])('the suffix ’%s is that of the number spoken last', (suffix, times) => {
  for (const time of times.split(' ')) expect(untilTime(time)).toBe(`saat ${formatTime(time)}’${suffix} kadar`);
});
