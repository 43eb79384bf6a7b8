import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { formatDate, formatLira, formatNumber, formatPrice, formatTime } from '../../src/shared/format.ts';

const kurus = integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 });

test('a sum is formatted like Intl formats it in Turkish', () => {
  const exact = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = new Intl.NumberFormat('tr-TR');
  assert(property(kurus, (sum) => formatNumber(sum / 100, 2) === exact.format(sum / 100)));
  assert(property(kurus, (count) => formatNumber(count) === whole.format(count)));
});

test('kuruş are shown only when they are not zero', () => {
  expect([0, 850, 1250, 1250.5, 1_234_567.05].map(formatLira)).toEqual([
    '0 ₺',
    '850 ₺',
    '1.250 ₺',
    '1.250,50 ₺',
    '1.234.567,05 ₺',
  ]);
});

test('what costs nothing is free', () => {
  expect([0, 650].map(formatPrice)).toEqual(['Ücretsiz', '650 ₺']);
});

test('days and times are those of Istanbul', () => {
  expect(formatDate('2026-12-14')).toBe('14 Aralık 2026');
  expect(formatDate('2026-12-14T21:30:00Z')).toBe('15 Aralık 2026');
  expect(formatTime('09:05')).toBe('09.05');
});
