import { expect, test } from 'vitest';
import { pictureName } from '../../src/api/storage/pictures.ts';
import { focusClasses, focusOf, pictureFiles, readPicture, withFocus } from '../../src/shared/pictures.ts';

const address = `/media/${'a'.repeat(32)}_900x1600.webp`;

test('a point is kept in steps of ten, inside the picture', () => {
  expect(focusOf(34.9, 47)).toBe('30,50');
  expect(focusOf(-20, 130)).toBe('0,100');
});

test('a point stays with the address of its picture, whose files are the same', () => {
  const pointed = withFocus(address, '50,20');
  expect(pointed).toBe(`${address}#50,20`);
  expect(withFocus(pointed, '0,100')).toBe(`${address}#0,100`);
  expect(withFocus(pointed, '50,50')).toBe(address);
  expect(readPicture(pointed)).toEqual({ ...readPicture(address), focus: 'fx-50 fy-20' });
  expect(pictureFiles(pointed)).toEqual(pictureFiles(address));
  expect(pictureName(pointed)).toBe(pictureName(address));
});

test.each(['', address, '50,50', 'x', '999,3,1', '#'])('%j has no other point than the middle', (text) => {
  expect(focusClasses(text)).toBe('');
});

test('an address with anything else behind it is no picture', () => {
  expect(readPicture(`${address}#x" onload="`)).toBeUndefined();
  expect(readPicture(`${address}?x`)).toBeUndefined();
});
