import { expect, test } from 'vitest';
import { factsOf, seatNote, titleParts } from '../../../src/web/catalog/catalog.ts';

test('a product card shows the seats left from three down, and that it is sold out', () => {
  expect([10, 4, 3, 1, 0, -1].map(seatNote)).toEqual([
    '',
    '',
    'Son 3 kontenjan',
    'Son 1 kontenjan',
    'Tükendi',
    'Tükendi',
  ]);
});

test("a card's line has date, time, location and category in this order", () => {
  const product = { date: '2026-12-14', time: '14:00', location: 'Merkez, büyük salon', category: 'Drama' };
  expect(factsOf(product).join(' | ')).toBe('14 Aralık 2026 | 14.00 | Merkez, büyük salon | Drama');
});

test('a title is broken after its colon only', () => {
  expect(titleParts('Renklerle Nefes: Sanat Terapisi')).toEqual(['Renklerle Nefes:', 'Sanat Terapisi']);
  expect(titleParts('Çamurun Hafızası')).toEqual(['Çamurun Hafızası', '']);
  expect(titleParts('Saat 10:30: Nefes: Mola')).toEqual(['Saat 10:30:', 'Nefes: Mola']);
});
