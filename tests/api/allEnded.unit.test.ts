import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allEnded } from '../../src/api/db/sql.ts';

test('what all return is returned in their order', async () => {
  expect(await allEnded([nextTick(1), Promise.resolve('two')])).toEqual([1, 'two']);
});

test('where one fails the others have ended first, and the first failure in their order is thrown', async () => {
  let hasEnded = false;
  const slow = nextTick().then(() => {
    hasEnded = true;
    throw new Error('caused by the first');
  });
  await expect(allEnded([Promise.reject(new Error('first')), slow])).rejects.toThrow('first');
  expect(hasEnded).toBe(true);
});
