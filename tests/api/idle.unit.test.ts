import { expect, test } from 'vitest';
import { waitUntilIdle } from '../../src/api/jobs/idle.ts';

test('waiting ends when the process has little to do, not before', async () => {
  let isBusy = true;
  const keepBusy = () => {
    for (const end = performance.now() + 5; performance.now() < end; );
    if (isBusy) setImmediate(keepBusy);
  };
  keepBusy();
  let ended = false;
  const waiting = waitUntilIdle().then((isIdle) => {
    ended = true;
    return isIdle;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(ended).toBe(false);
  isBusy = false;
  expect(await waiting).toBe(true);
});

test('a process that stops waits no longer', async () => {
  expect(await waitUntilIdle(AbortSignal.abort())).toBe(false);
});
