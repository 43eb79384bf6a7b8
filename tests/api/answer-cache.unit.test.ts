import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAnswerCache } from '../../src/api/http/answerCache.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const megabyte = 1e6;

function openCache() {
  let now = 0;
  let reads = 0;
  const cached = createAnswerCache({ on: () => () => {} }, () => now);
  return {
    get reads() {
      return reads;
    },
    advance(ms: number) {
      now += ms;
    },
    read: (key: string, bytes = 1) =>
      cached(key, async () => {
        reads += 1;
        return { text: 'x'.repeat(bytes), headers: {} };
      }),
  };
}

test('answers that are too old leave the memory with the next one that is read', async () => {
  const cache = openCache();
  const body = new WeakRef((await cache.read('old', megabyte)).body);
  cache.advance(1001);
  await cache.read('new');
  await setImmediate();
  collectGarbage();
  expect(body.deref()).toBeUndefined();
});

test('the oldest answers leave where all of a second have too many bytes', async () => {
  const cache = openCache();
  for (const key of ['a', 'b', 'c', 'd']) await cache.read(key, 10 * megabyte);
  await cache.read('d', 10 * megabyte);
  expect(cache.reads).toBe(4);
  await cache.read('a', 10 * megabyte);
  expect(cache.reads).toBe(5);
});

test('an answer larger than that is kept alone', async () => {
  const cache = openCache();
  for (const key of ['small', 'large', 'large']) await cache.read(key, key === 'large' ? 50 * megabyte : 1);
  expect(cache.reads).toBe(2);
});

test('an old reading that fails does not drop the newer answer of the same key', async () => {
  let now = 0;
  const cached = createAnswerCache({ on: () => () => {} }, () => now);
  let fail = () => {};
  const failed = cached('a', () => new Promise((_, reject) => (fail = () => reject(new Error('gone')))));
  now = 1001;
  const answer = await cached('a', async () => ({ text: 'new', headers: {} }));
  fail();
  await expect(failed).rejects.toThrow('gone');
  expect(await cached('a', () => Promise.reject(new Error('read again')))).toBe(answer);
});

test('an answer is a second old after a second, however far the clock stepped back meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const cached = createAnswerCache({ on: () => () => {} });
  const read = async (text: string) => (await cached('a', async () => ({ text, headers: {} }))).body.toString();
  expect(await read('old')).toBe('old');
  vi.setSystemTime(Date.now() - 3_600_000);
  await sleep(1100);
  expect(await read('new')).toBe('new');
});
