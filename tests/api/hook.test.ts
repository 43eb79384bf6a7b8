import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { recordContentChange } from '../../src/api/publish/contentLog.service.ts';
import { callDeployHook } from '../../src/api/publish/deployHook.ts';
import { publishJob, unansweredPublishJob } from '../../src/api/publish/publish.jobs.ts';
import { addDays, dayInIstanbul, dayStart } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';

let calls: string[] = [];
let answer = (response: ServerResponse): unknown => response.end('Derleme sıraya\n alındı.');

const host = createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`);
  answer(response);
});

await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/build/gizli`;
const api = await openTestApi({ DEPLOY_HOOK_URL: url });
const token = (await api.signUp({ role: 'admin' })).token;
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

const press = () => api.send('POST /api/admin/publish', { token });
const state = async () => (await api.send('GET /api/admin/publish', { token })).body;
const run = () => runJob(api.ctx, publishJob(api.ctx, undefined), { always: true });

test('the deploy hook is called once for a burst of changes, and its response is shown', async () => {
  await recordContentChange(api.ctx.db, 'blog');
  for (let count = 0; count < 5; count += 1) {
    await press();
    await run();
  }
  expect(calls).toEqual([]);
  expect(await state()).toMatchObject({ state: 'building', phase: 'saved', pending: true });
  api.advance(3000);
  await run();
  await run();
  expect(calls).toEqual(['POST /build/gizli']);
  expect(await state()).toMatchObject({ state: 'published', pending: false, hook_answer: 'Derleme sıraya alındı.' });
});

test('a deploy hook that answers 500 is reported without its address and called again after a minute', async () => {
  calls = [];
  answer = (response) => response.writeHead(500).end('quota exceeded');
  await recordContentChange(api.ctx.db, 'blog');
  await press();
  api.advance(3000);
  await run();
  expect(await state()).toMatchObject({
    state: 'failed',
    pending: true,
    last_error: 'Yayın servisi 500 yanıtı verdi: quota exceeded',
  });
  await run();
  expect(calls).toHaveLength(1);
  answer = (response) => response.writeHead(201).end();
  api.advance(61_000);
  await run();
  expect(await state()).toMatchObject({
    state: 'published',
    pending: false,
    hook_answer: 'Yayın servisi 201 yanıtı verdi.',
  });
});

test('a deploy hook that never answers times out, one that cannot be reached is reported', async () => {
  answer = () => {};
  const { signal } = new AbortController();
  await expect(callDeployHook(url, signal, 100)).rejects.toThrow('Yayın servisi süresinde yanıt vermedi.');
  answer = (response) => response.writeHead(200).write('başladı, ');
  await expect(callDeployHook(url, signal, 2000)).resolves.toBe('Yayın servisi 200 yanıtı verdi.');
  await expect(callDeployHook('http://127.0.0.1:1/', signal)).rejects.toThrow('Yayın servisine ulaşılamadı.');
});

test('a long response of the deploy hook is shortened', async () => {
  answer = (response) => response.end('uzun '.repeat(10_000));
  expect((await callDeployHook(url, new AbortController().signal)).length).toBeLessThanOrEqual(300);
});

test('without a site and a hook a request that no other process takes in a minute fails, and says why', async () => {
  const alone = await openTestApi();
  const { token } = await alone.signUp({ role: 'admin' });
  await alone.send('POST /api/admin/publish', { token });
  let job = unansweredPublishJob(alone.ctx);
  const state = async () => {
    await runJob(alone.ctx, job, { always: true });
    return (await alone.send('GET /api/admin/publish', { token })).body;
  };
  expect(await state()).toMatchObject({ state: 'building', phase: 'saved' });
  alone.advance(61_000);
  // Each process waits again after its start: the other one may be about to take it.
  job = unansweredPublishJob(alone.ctx);
  expect(await state()).toMatchObject({ state: 'building', phase: 'saved' });
  alone.advance(61_000);
  const last_error = 'Bu sunucu siteyi hazırlamıyor; DEPLOY_HOOK_URL ayarlanmamış.';
  expect(await state()).toMatchObject({ state: 'failed', phase: null, last_error });
});

describe('a new day', () => {
  /** Advances the clock until so many seconds after the next midnight in Istanbul. */
  function advanceToMidnight(afterSeconds: number): void {
    const midnight = dayStart(addDays(dayInIstanbul(api.ctx.clock()), 1));
    api.advance(midnight.getTime() - api.ctx.clock().getTime() + afterSeconds * 1000);
  }
  const change = () => recordContentChange(api.ctx.db, 'blog');
  const succeed = (response: ServerResponse) => response.end('Tamam.');

  test('makes a release again that was begun on the day before, once', async () => {
    await change();
    advanceToMidnight(-5);
    calls = [];
    answer = (response) => {
      api.advance(10_000);
      answer = succeed;
      succeed(response);
    };
    await run();
    await run();
    expect(calls).toHaveLength(2);
  });

  test('tries once more what failed for good', async () => {
    answer = (response) => response.writeHead(503).end();
    await change();
    for (let minutes = 0; minutes < 60; minutes += 5) {
      api.advance(5 * 60_000);
      await run();
    }
    calls = [];
    await run();
    expect(calls).toEqual([]);
    advanceToMidnight(5);
    await run();
    await run();
    expect(calls).toHaveLength(1);
    answer = succeed;
    advanceToMidnight(5);
    await run();
    await run();
    expect(calls).toHaveLength(2);
  });
});
