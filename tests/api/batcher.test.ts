import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from '../../src/api/db/batcher.ts';

/** Doubles numbers; 13 brings bad luck to itself, 666 to everybody asked with it. */
function doubling(most?: number) {
  const groups: number[][] = [];
  const double = createBatcher(async (items: number[]) => {
    groups.push(items);
    await sleep(5);
    if (items.includes(666)) throw new Error('the whole group');
    return items.map((item) => (item === 13 ? new Error('this one') : item * 2));
  }, most);
  return { groups, double };
}

test('those who come at the same moment are answered together, each with its own answer', async () => {
  const { groups, double } = doubling();
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2, 3]]);
});

test('who comes while a group is answered is in the next one, and groups have an end', async () => {
  const { groups, double } = doubling(2);
  const first = [1, 2, 3].map(double);
  await sleep(2);
  expect(await Promise.all([...first, double(4)])).toEqual([2, 4, 6, 8]);
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('one bad answer is one caller’s, a failure everybody’s in the group and nobody’s after it', async () => {
  const { double } = doubling();
  const answers = await Promise.allSettled([1, 13, 2].map(double));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const failed = await Promise.allSettled([1, 666].map(double));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(5)).toBe(10);
});
