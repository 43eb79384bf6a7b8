import { expect, test } from 'vitest';
import { hoursOf } from '../../../src/shared/hours.ts';
import { factsOf, filterChoices, matchesFilter, titleParts } from '../../../src/web/catalog/catalog.ts';
import { seatNote } from '../../../src/web/catalog/seatNote.ts';

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
  expect(factsOf(product).join(' | ')).toBe('14 Aralık 2026 Pazartesi | 14.00 | Merkez, büyük salon | Drama');
});

test('the end of a product is shown where its duration is known, also past midnight', () => {
  expect(hoursOf({ time: '10:30', duration_minutes: 120 })).toBe('10.30–12.30');
  expect(hoursOf({ time: '23:15', duration_minutes: 50 })).toBe('23.15–00.05');
  expect(hoursOf({ time: '10:30' })).toBe('10.30');
});

test('products are narrowed by category, month and online', () => {
  const drama = { date: '2026-12-14', time: '14:00', location: 'Merkez', category: 'Drama' };
  const online = { date: '2027-01-02', time: '20:00', location: 'ONLİNE (Zoom)', category: 'Ebeveyn Atölyesi' };
  const products = [drama, online];
  const all = { category: '', month: '', online: false };
  const narrowed = (filter: Partial<typeof all>) =>
    products.filter((each) => matchesFilter(each, { ...all, ...filter }));
  expect(narrowed({})).toEqual(products);
  expect(narrowed({ category: 'Drama' })).toEqual([drama]);
  expect(narrowed({ month: '2027-01' })).toEqual([online]);
  expect(narrowed({ online: true })).toEqual([online]);
  expect(narrowed({ online: true, category: 'Drama' })).toEqual([]);
  expect(filterChoices(products)).toEqual({
    categories: ['Drama', 'Ebeveyn Atölyesi'],
    months: ['2026-12', '2027-01'],
    hasOnline: true,
  });
});

test('a title is broken after its colon only', () => {
  expect(titleParts('Renklerle Nefes: Sanat Terapisi')).toEqual(['Renklerle Nefes:', 'Sanat Terapisi']);
  expect(titleParts('Çamurun Hafızası')).toEqual(['Çamurun Hafızası', '']);
  expect(titleParts('Saat 10:30: Nefes: Mola')).toEqual(['Saat 10:30:', 'Nefes: Mola']);
});
