import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingOptional } from '../scripts/lockfile.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

test('the lockfile holds the optional packages of every platform (npm run lock)', () => {
  expect([...missingOptional(lock.packages).keys()]).toEqual([]);
});

test('the lockfile names no registry', () => {
  expect(Object.values<{ resolved?: string }>(lock.packages).filter(({ resolved }) => resolved)).toEqual([]);
});
