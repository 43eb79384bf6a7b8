import { expect, test } from 'vitest';
import type { GallerySet } from '../../../src/contract/gallery.ts';
import { categoriesOf, publicSets } from '../../../src/web/gallery/gallery.ts';

const set = (id: number, category: string): GallerySet => ({
  id: String(id),
  title: '',
  description: '',
  date: '2026-11-01',
  category,
  gallery_images: [],
});
const newestFirst = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((id) => set(id, id % 2 ? 'Koçluk' : 'Atölyeler'));

test('the page shows the newest seven sets, the oldest of them first', () => {
  expect(publicSets(newestFirst).map(({ id }) => id)).toEqual(['3', '4', '5', '6', '7', '8', '9']);
});

test('the filter offers each category that has sets once', () => {
  expect(categoriesOf(newestFirst)).toEqual(['Koçluk', 'Atölyeler']);
  expect(categoriesOf([])).toEqual([]);
});
