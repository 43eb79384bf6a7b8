import { expect, test } from 'vitest';
import { formatAges } from '../../../src/shared/ages.ts';
import { hoursOf } from '../../../src/shared/hours.ts';
import { readCard, writeCard } from '../../../src/web/catalog/cartProduct.ts';
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
  const line = '14 Aralık 2026 Pazartesi | 14.00 | Merkez, büyük salon | Drama';
  expect(factsOf(product).join(' | ')).toBe(line);
  expect(factsOf({ ...product, age_from: 7, age_to: 10 }).join(' | ')).toBe(`${line} | 7–10 yaş`);
});

test('a card carries its product, with what is not known as null', () => {
  const product = {
    ...{ id: '8bf647d2', title: 'Drama: “Sahne & Senin”', slug: 'drama', price: 650.5, image1: '', stock: 0 },
    ...{ date: '2026-12-02', time: '14:00', location: '', category: 'Drama' },
    ...{ duration_minutes: 180, age_from: null, age_to: 0 },
  };
  expect(readCard(writeCard(product))).toEqual(product);
});

test('the end of a product is shown where its duration is known, also past midnight', () => {
  expect(hoursOf({ time: '10:30', duration_minutes: 120 })).toBe('10.30–12.30');
  expect(hoursOf({ time: '23:15', duration_minutes: 50 })).toBe('23.15–00.05');
  expect(hoursOf({ time: '09:00', duration_minutes: 1440 })).toBe('09.00–ertesi gün 09.00');
  expect(hoursOf({ time: '10:30' })).toBe('10.30');
});

test('ages are said as parents say them', () => {
  const ages = [
    [7, 10],
    [7, 7],
    [18, null],
    [null, 12],
    [null, null],
    [0, 3],
  ] as const;
  expect(ages.map(([age_from, age_to]) => formatAges({ age_from, age_to }))).toEqual([
    '7–10 yaş',
    '7 yaş',
    '18 yaş ve üzeri',
    '12 yaşa kadar',
    '',
    '0–3 yaş',
  ]);
});

test('products are narrowed by age; those for all ages always stay', () => {
  const at = { date: '2026-12-14', time: '14:00', location: 'Merkez', category: 'Drama' };
  const [children, adults, everybody] = [{ ...at, age_from: 7, age_to: 8 }, { ...at, age_from: 18 }, at];
  const products = [children, adults, everybody];
  const narrowed = (age: string) =>
    products.filter((each) => matchesFilter(each, { category: '', month: '', online: false, age }));
  expect(narrowed('8')).toEqual([children, everybody]);
  expect(narrowed('18')).toEqual([adults, everybody]);
  expect(narrowed('6')).toEqual([everybody]);
  expect(filterChoices(products).ages).toEqual([7, 8, 18]);
  expect(filterChoices([everybody]).ages).toEqual([]);
});

test('products are narrowed by category, month and online', () => {
  const drama = { date: '2026-12-14', time: '14:00', location: 'Merkez', category: 'Drama' };
  const online = { date: '2027-01-02', time: '20:00', location: 'ONLİNE (Zoom)', category: 'Ebeveyn Atölyesi' };
  const capitals = { ...online, location: 'ONLINE' };
  const products = [drama, online];
  const all = { category: '', month: '', age: '', online: false };
  const narrowed = (filter: Partial<typeof all>) =>
    products.filter((each) => matchesFilter(each, { ...all, ...filter }));
  expect(narrowed({})).toEqual(products);
  expect(narrowed({ category: 'Drama' })).toEqual([drama]);
  expect(narrowed({ month: '2027-01' })).toEqual([online]);
  expect(narrowed({ online: true })).toEqual([online]);
  expect(matchesFilter(capitals, { ...all, online: true })).toBe(true);
  expect(narrowed({ online: true, category: 'Drama' })).toEqual([]);
  expect(filterChoices(products)).toEqual({
    categories: ['Drama', 'Ebeveyn Atölyesi'],
    months: ['2026-12', '2027-01'],
    ages: [],
    hasOnline: true,
  });
});

test('categories stand by the Turkish alphabet, and numbers in them by their value', () => {
  const names = ['Şiir', 'Zaman', '10-12 yaş', 'Çocuk', 'Dil', '6-9 yaş', 'Cam'];
  const products = names.map((category) => ({ date: '2026-12-14', time: '14:00', location: 'Merkez', category }));
  const sorted = ['6-9 yaş', '10-12 yaş', 'Cam', 'Çocuk', 'Dil', 'Şiir', 'Zaman'];
  expect(filterChoices(products).categories).toEqual(sorted);
});

test('a title is broken after its colon only', () => {
  expect(titleParts('Renklerle Nefes: Sanat Terapisi')).toEqual(['Renklerle Nefes:', 'Sanat Terapisi']);
  expect(titleParts('Çamurun Hafızası')).toEqual(['Çamurun Hafızası', '']);
  expect(titleParts('Saat 10:30: Nefes: Mola')).toEqual(['Saat 10:30:', 'Nefes: Mola']);
});
