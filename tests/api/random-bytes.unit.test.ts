import { expect, test } from 'vitest';
import { randomBytes } from '../../src/api/randomBytes.ts';

test('random bytes are drawn once, as many as asked', () => {
  const drawn = Array.from({ length: 1000 }, () => randomBytes(12));
  expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(1000);
  expect(drawn.every((bytes) => bytes.length === 12 && bytes.some((byte) => byte !== 0))).toBe(true);
});
