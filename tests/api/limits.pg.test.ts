import { expect, test } from 'vitest';
import { createLimits, type Limit, perNetwork } from '../../src/api/limits/limits.service.ts';
import { networksOf } from '../../src/api/limits/networks.ts';
import { minuteMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';

const api = await openTestApi();

const plain: Limit = { name: 'plain', points: 3, seconds: 60 };
const locking: Limit = { name: 'locking', points: 5, seconds: 3600, lockSeconds: 600 };

const retryAfter = (consuming: Promise<unknown>) =>
  consuming.then(
    () => undefined,
    (error: { retryAfter?: number }) => error.retryAfter,
  );

test('of many parallel calls exactly as many pass as there are points, and refused ones do not count', async () => {
  const { limits } = api.ctx;
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => limits.consume(plain, 'many')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await limits.resetAndRefund([], [[plain, 'many']]);
  await limits.consume(plain, 'many');
  await expect(limits.consume(plain, 'many')).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('a factor beyond what the database counts to lifts the limits instead of failing', async () => {
  const { db, clock, encryption } = api.ctx;
  const limits = createLimits(db, clock, 1e15, encryption.fingerprint);
  for (const limit of [plain, locking]) {
    for (let used = 0; used < 8; used += 1) await limits.consume(limit, 'lifted');
    await expect(limits.check(limit, 'lifted')).resolves.toBeUndefined();
  }
});

test('a count ends with its time and not before', async () => {
  const { limits } = api.ctx;
  for (let used = 0; used < 3; used += 1) await limits.consume(plain, 'time');
  const wait = (await retryAfter(limits.consume(plain, 'time'))) as number;
  expect(wait).toBeGreaterThan(50);
  api.advance((wait - 20) * 1000);
  expect(await retryAfter(limits.consume(plain, 'time'))).toBeLessThanOrEqual(20);
  api.advance(20_000);
  await limits.consume(plain, 'time');
});

test('each lock lasts twice as long as the one before, until a day passes without one or it is reset', async () => {
  const { limits } = api.ctx;
  const exhaust = async () => {
    for (let used = 0; used < 5; used += 1) await limits.consume(locking, 'who');
    return retryAfter(limits.consume(locking, 'who'));
  };
  const about = (seconds: number) => expect.closeTo(seconds, -1);
  expect(await exhaust()).toEqual(about(600));
  api.advance(11 * minuteMs);
  expect(await exhaust()).toEqual(about(1200));
  api.advance(21 * minuteMs);
  expect(await exhaust()).toEqual(about(2400));
  await limits.reset(locking, 'who');
  expect(await exhaust()).toEqual(about(600));
  api.advance(11 * minuteMs);
  expect(await exhaust()).toEqual(about(1200));
  api.advance(25 * 60 * minuteMs);
  expect(await exhaust()).toEqual(about(600));
});

test('consumeAll counts nothing where one of the limits refuses, whichever it is', async () => {
  const { limits } = api.ctx;
  const one: Limit = { name: 'one', points: 1, seconds: 60 };
  await limits.consume(one, 'used');
  for (const order of [
    [plain, one],
    [one, plain],
  ]) {
    const all = order.map((limit): [Limit, string] => [limit, limit === one ? 'used' : 'all']);
    await expect(limits.consumeAll(all)).rejects.toThrow('too_many_requests');
  }
  for (let used = 0; used < 3; used += 1) await limits.consume(plain, 'all');
});

test('resetAndRefund clears the first count and takes one off the second', async () => {
  const { limits } = api.ctx;
  for (let used = 0; used < 3; used += 1) await limits.consume(plain, 'mine');
  for (let used = 0; used < 3; used += 1) await limits.consume(plain, 'ours');
  await limits.resetAndRefund([[plain, 'mine']], [[plain, 'ours']]);
  for (let used = 0; used < 3; used += 1) await limits.consume(plain, 'mine');
  await limits.consume(plain, 'ours');
  await expect(limits.consume(plain, 'ours')).rejects.toThrow('too_many_requests');
});

test('a point that is given back takes the lock with it that it caused', async () => {
  const { limits } = api.ctx;
  for (let used = 0; used < 5; used += 1) await limits.consume(locking, 'proved');
  for (let refund = 0; refund < 3; refund += 1) {
    await limits.resetAndRefund([], [[locking, 'proved']]);
    await limits.consume(locking, 'proved');
  }
  expect(await retryAfter(limits.consume(locking, 'proved'))).toEqual(expect.closeTo(600, -1));
});

test('the points that stay once a lock is given back count for a whole hour', async () => {
  const { limits } = api.ctx;
  for (let used = 0; used < 5; used += 1) await limits.consume(locking, 'undone');
  await limits.resetAndRefund([], [[locking, 'undone']]);
  api.advance(59 * minuteMs);
  await limits.consume(locking, 'undone');
  expect(await retryAfter(limits.consume(locking, 'undone'))).toEqual(expect.closeTo(600, -1));
});

test('callers who share networks never wait for each other in a circle', async () => {
  const { limits } = api.ctx;
  const [pair, network] = [
    { ...plain, name: 'pair', points: 1e6 },
    { ...plain, name: 'network', points: 1e6 },
  ];
  const signIn = async (caller: number) => {
    const networks = networksOf(`2001:db8:0:${caller % 2}${caller % 3}::1`);
    const [pairs, others] = [perNetwork(pair, networks, `${caller % 3}`), perNetwork(network, networks)];
    await limits.consumeAll([...pairs, ...others]);
    await limits.resetAndRefund(pairs, others);
  };
  const callers = Array.from({ length: 16 }, async (_, caller) => {
    for (let round = 0; round < 8; round += 1) await signIn(caller + round);
  });
  const results = await Promise.allSettled(callers);
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('the factor multiplies, and the counters of another process are the same', async () => {
  const { db, clock, encryption } = api.ctx;
  const other = createLimits(db, clock, 2, encryption.fingerprint);
  for (let used = 0; used < 3; used += 1) await api.ctx.limits.consume(plain, 'shared');
  for (let used = 0; used < 3; used += 1) await other.consume(plain, 'shared');
  await expect(other.consume(plain, 'shared')).rejects.toThrow('too_many_requests');
});
