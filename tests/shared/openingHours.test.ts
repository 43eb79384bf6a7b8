import { expect, test } from 'vitest';
import { describeOpeningHours, readOpeningHours } from '../../src/shared/openingHours.ts';

test.each([
  ['Hafta içi 09.00–19.00, cumartesi 10.00–16.00', 'Pzt–Cum 09.00–19.00; Cmt 10.00–16.00'],
  ['Pazartesi–Cuma 09.00–19.00', 'Pzt–Cum 09.00–19.00'],
  ['pazartesi - perşembe 9-18; cuma 9:30 - 13', 'Pzt–Per 09.00–18.00; Cum 09.30–13.00'],
  ['Salı, perşembe ve cumartesi: 10.00 - 17.00', 'Sal, Per, Cmt 10.00–17.00'],
  ['Pazartesiden cumaya 09.00-12.30 ve 13.30-18.00', 'Pzt–Cum 09.00–12.30; Pzt–Cum 13.30–18.00'],
  ['Her gün 10–20', 'Pzt–Paz 10.00–20.00'],
  ['Hafta içi 09.00–19.00, pazar kapalı', 'Pzt–Cum 09.00–19.00'],
  ['HAFTA İÇİ 09.00–19.00', 'Pzt–Cum 09.00–19.00'],
  ['PAZARTESI - CUMARTESI 09.00–19.00', 'Pzt–Cmt 09.00–19.00'],
  ['sali, carsamba 10-17; HAFTA SONU kapali', 'Sal, Çar 10.00–17.00'],
  ["Pazartesi'den Cuma'ya 9-18", 'Pzt–Cum 09.00–18.00'],
  ['Pazar hariç her gün 10.00–18.00', ''],
  ['Her gün 10.00–18.00 (pazar dışında)', ''],
  ['Pazar, resmî tatiller hariç her gün 10.00–18.00', ''],
  ['Hafta içi 09.00–18.00, cumartesi 10–16 (resmî tatiller hariç)', 'Pzt–Cum 09.00–18.00; Cmt 10.00–16.00'],
  ['Resmî tatiller dışında her gün 10.00–18.00', 'Pzt–Paz 10.00–18.00'],
  ['Randevuyla', ''],
  ['09.00–19.00', ''],
  ['Cuma 19.00–09.00', ''],
  ['Cuma 9–25', ''],
  ['', ''],
])('the opening hours «%s» are read as «%s»', (text, read) => {
  expect(describeOpeningHours(readOpeningHours(text))).toBe(read);
});

test('any text is read without an error', () => {
  for (const text of ['–'.repeat(300), '9'.repeat(300), 'pzt–'.repeat(100), '💐 '.repeat(100), '’dan']) {
    expect(readOpeningHours(text)).toEqual([]);
  }
});
