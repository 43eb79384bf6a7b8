import { expect, test } from 'vitest';
import { nameServices } from '../../src/web/consulting/consulting.ts';

const slugsOf = (...titles: string[]) =>
  nameServices(
    titles.map((title, index) => ({ id: String(index), title, note: null, description: '', image_url: '' })),
  ).map(({ slug }) => slug);

test('services get an address each, of their title and where that is taken with a number', () => {
  expect(slugsOf('Çift', 'Aile', 'Çift', 'Çift 2', 'ÇİFT')).toEqual(['cift', 'aile', 'cift-2', 'cift-2-2', 'cift-3']);
});

test('a title without a letter of an address gets a fixed word', () => {
  expect(slugsOf('🌱', '日本', '…')).toEqual(['hizmet', 'hizmet-2', 'hizmet-3']);
});
