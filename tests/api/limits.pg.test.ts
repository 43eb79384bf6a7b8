import { beforeAll, expect, test } from 'vitest';
import { createLimits, type Limit } from '../../src/api/limits/limits.service.ts';
import { openTestApi, type TestApi } from './harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

const minutes = 60_000;
const plain: Limit = { name: 'plain', points: 3, seconds: 60 };
const locking: Limit = { name: 'locking', points: 5, seconds: 3600, lock: 600 };

const retryAfter = (taking: Promise<unknown>) =>
  taking.then(
    () => undefined,
    (error: { retryAfter?: number }) => error.retryAfter,
  );

test('of many takes at once exactly as many pass as there are points, and refused ones do not count', async () => {
  const { limits } = api.ctx;
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => limits.take(plain, 'many')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await limits.giveBack(plain, 'many');
  await limits.take(plain, 'many');
  await expect(limits.take(plain, 'many')).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('a count ends with its time and not before', async () => {
  const { limits } = api.ctx;
  for (let taken = 0; taken < 3; taken += 1) await limits.take(plain, 'time');
  const wait = (await retryAfter(limits.take(plain, 'time'))) as number;
  expect(wait).toBeGreaterThan(50);
  api.advance((wait - 2) * 1000);
  expect(await retryAfter(limits.take(plain, 'time'))).toBeLessThanOrEqual(2);
  api.advance(2000);
  await limits.take(plain, 'time');
});

test('each lock lasts twice as long as the one before, until a day is quiet or a success clears it', async () => {
  const { limits } = api.ctx;
  const exhaust = async () => {
    for (let taken = 0; taken < 5; taken += 1) await limits.take(locking, 'who');
    return retryAfter(limits.take(locking, 'who'));
  };
  const about = (seconds: number) => expect.closeTo(seconds, -1);
  expect(await exhaust()).toEqual(about(600));
  api.advance(11 * minutes);
  expect(await exhaust()).toEqual(about(1200));
  api.advance(21 * minutes);
  expect(await exhaust()).toEqual(about(2400));
  await limits.clear(locking, 'who');
  expect(await exhaust()).toEqual(about(600));
  api.advance(11 * minutes);
  expect(await exhaust()).toEqual(about(1200));
  api.advance(25 * 60 * minutes);
  expect(await exhaust()).toEqual(about(600));
});

test('taking all takes nothing where one refuses, whichever it is', async () => {
  const { limits } = api.ctx;
  const one: Limit = { name: 'one', points: 1, seconds: 60 };
  await limits.take(one, 'used');
  for (const takes of [
    [plain, one],
    [one, plain],
  ]) {
    const all = takes.map((limit): [Limit, string] => [limit, limit === one ? 'used' : 'all']);
    await expect(limits.takeAll(all)).rejects.toThrow('too_many_requests');
  }
  for (let taken = 0; taken < 3; taken += 1) await limits.take(plain, 'all');
});

test('a success clears the one count and gives one of the other back', async () => {
  const { limits } = api.ctx;
  for (let taken = 0; taken < 3; taken += 1) await limits.take(plain, 'mine');
  for (let taken = 0; taken < 3; taken += 1) await limits.take(plain, 'ours');
  await limits.succeed([plain, 'mine'], [plain, 'ours']);
  for (let taken = 0; taken < 3; taken += 1) await limits.take(plain, 'mine');
  await limits.take(plain, 'ours');
  await expect(limits.take(plain, 'ours')).rejects.toThrow('too_many_requests');
});

test('the factor multiplies, and the counters of another process are the same', async () => {
  const { db, clock } = api.ctx;
  const other = createLimits(db, clock, 2);
  for (let taken = 0; taken < 3; taken += 1) await api.ctx.limits.take(plain, 'shared');
  for (let taken = 0; taken < 3; taken += 1) await other.take(plain, 'shared');
  await expect(other.take(plain, 'shared')).rejects.toThrow('too_many_requests');
});
