import { beforeAll, expect, test } from 'vitest';
import { type Job, runJob, startJobs } from '../../src/api/jobs/jobs.ts';
import { openTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
});

/** A job that counts its runs and can be held in the middle of one. */
function counting(name: string, everySeconds = 3600) {
  const job = {
    name,
    everySeconds,
    runs: 0,
    hold: undefined as Promise<void> | undefined,
    async run() {
      job.runs += 1;
      await job.hold;
    },
  };
  return job;
}

const soon = async (met: () => boolean) => {
  for (let tries = 0; !met() && tries < 200; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('a job runs once per period, however many look after it', async () => {
  const job = counting('once');
  const ran = await Promise.all(Array.from({ length: 8 }, () => runJob(api.platform, job)));
  expect(ran.filter(Boolean)).toHaveLength(1);
  expect(job.runs).toBe(1);
  api.advance(3_601_000);
  expect(await runJob(api.platform, job)).toBe(true);
});

test('a job that runs is not started again, not even when it is woken', async () => {
  const job = counting('held');
  let release = () => {};
  job.hold = new Promise((resolve) => {
    release = resolve;
  });
  const first = runJob(api.platform, job);
  await soon(() => job.runs === 1);
  expect(await runJob(api.platform, job, { always: true })).toBe(false);
  release();
  await first;
  expect(await runJob(api.platform, job, { always: true })).toBe(true);
});

test('a job whose process died is taken over a minute later', async () => {
  const job = counting('orphan', 1);
  job.hold = new Promise(() => {});
  void runJob(api.platform, job);
  await soon(() => job.runs === 1);
  job.hold = undefined;
  api.advance(59_000);
  expect(await runJob(api.platform, job)).toBe(false);
  api.advance(2_000);
  expect(await runJob(api.platform, job)).toBe(true);
});

test('a job that throws is let go of and comes again', async () => {
  const job: Job = { name: 'broken', everySeconds: 10, run: () => Promise.reject(new Error('no')) };
  expect(await runJob(api.platform, job)).toBe(true);
  api.advance(11_000);
  expect(await runJob(api.platform, job)).toBe(true);
});

test('a told topic wakes its job, and stopping waits for what runs', async () => {
  let runs = 0;
  let ended = 0;
  const run = async () => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    ended += 1;
  };
  const running = startJobs(api.platform, [{ name: 'woken', everySeconds: 3600, wakeOn: 'site', run }]);
  await soon(() => ended === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  api.platform.changes.tell('site');
  await soon(() => runs === 2);
  await running.stop();
  expect(ended).toBe(2);
});
