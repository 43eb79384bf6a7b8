import { expect, test } from 'vitest';
import { firstLetter } from '../../../src/web/comments/comments.ts';

test.each([
  ['irem', 'İ'],
  ['ığdırlı öğretmen', 'I'],
  [' şule', 'Ş'],
  ['Çağan Ö.', 'Ç'],
  ['😀 Neşe', '😀'],
  ['7. sınıf velisi', '7'],
  ['', ''],
])('the avatar of %j shows %j', (name, letter) => {
  expect(firstLetter(name)).toBe(letter);
});
