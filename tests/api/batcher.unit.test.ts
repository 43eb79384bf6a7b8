import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from '../../src/api/db/batcher.ts';

/** A batcher that doubles numbers. 13 fails alone, 666 the whole batch. The first batch waits for `firstBatch`. */
function createDoubler({ maxBatchSize, firstBatch }: { maxBatchSize?: number; firstBatch?: Promise<void> } = {}) {
  const batches: number[][] = [];
  const double = createBatcher(async (items: number[]) => {
    batches.push(items);
    if (batches.length === 1) await firstBatch;
    if (items.includes(666)) throw new Error('the whole batch');
    return items.map((item) => (item === 13 ? new Error('this one') : item * 2));
  }, maxBatchSize);
  return { batches, double };
}

test('calls made in the same tick share a batch, and each gets its own result', async () => {
  const { batches, double } = createDoubler();
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test('a call made while a batch runs goes into a later batch, and batches have a maximum size', async () => {
  const firstBatch = Promise.withResolvers<void>();
  const { batches, double } = createDoubler({ maxBatchSize: 2, firstBatch: firstBatch.promise });
  const results = [1, 2, 3].map(double);
  await nextTick();
  expect(batches).toEqual([[1, 2]]);
  results.push(double(4));
  firstBatch.resolve();
  expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('an error for one item rejects that call only, a thrown error rejects its whole batch and no later one', async () => {
  const { double } = createDoubler();
  const results = await Promise.allSettled([1, 13, 2].map(double));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const failed = await Promise.allSettled([1, 666].map(double));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(5)).toBe(10);
});
