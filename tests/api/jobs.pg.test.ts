import { setImmediate } from 'node:timers/promises';
import { and, eq, lte } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { jobs as table } from '../../src/api/jobs/jobs.tables.ts';
import { type Job, runJob, startJobs } from '../../src/api/jobs/jobs.ts';
import { openTestApi } from './harness.ts';

const api = await openTestApi();

/** A job that counts its runs and can be paused in the middle of one. */
function counting(name: string, everySeconds = 3600) {
  const job = {
    name,
    everySeconds,
    runs: 0,
    ended: 0,
    hold: undefined as Promise<void> | undefined,
    async run() {
      job.runs += 1;
      await job.hold;
      job.ended += 1;
    },
  };
  return job;
}

/** Waits until the job has started so many runs. */
const runs = (job: { runs: number }, count: number) =>
  expect.poll(() => job.runs, { timeout: 10_000, message: 'runs of the job' }).toBe(count);

/** Starts the first run of a job, which goes on until the returned function is called. */
async function holdRun(job: ReturnType<typeof counting>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  job.hold = promise;
  const run = runJob(api.ctx, job);
  await runs(job, 1);
  job.hold = undefined;
  return async () => {
    resolve();
    await run;
  };
}

test('a job runs once per period, however many processes try', async () => {
  const job = counting('once');
  const ran = await Promise.all(Array.from({ length: 8 }, () => runJob(api.ctx, job)));
  expect(ran.filter(Boolean)).toHaveLength(1);
  expect(job.runs).toBe(1);
  api.advance(3_601_000);
  expect(await runJob(api.ctx, job)).toBe(true);
});

test('a running job is not started a second time, not even by an event', async () => {
  const job = counting('held');
  const endRun = await holdRun(job);
  expect(await runJob(api.ctx, job, { always: true })).toBe(false);
  await endRun();
  expect(await runJob(api.ctx, job, { always: true })).toBe(true);
});

test('a job of a process that died is taken over after a minute', async () => {
  const job = counting('orphan', 1);
  const endRun = await holdRun(job);
  api.advance(50_000);
  expect(await runJob(api.ctx, job)).toBe(false);
  api.advance(11_000);
  expect(await runJob(api.ctx, job)).toBe(true);
  await endRun();
});

test('a job goes on when the clock steps back, by an event and by its period', async () => {
  const job = counting('stepped back', 60);
  expect(await runJob(api.ctx, job)).toBe(true);
  api.advance(-3_600_000);
  expect(await runJob(api.ctx, job, { always: true })).toBe(true);
  api.advance(-3_600_000);
  expect(await runJob(api.ctx, job)).toBe(true);
  // Not twice in a period, also where the clock of another process is a little ahead.
  api.advance(-30_000);
  expect(await runJob(api.ctx, job)).toBe(false);
});

test('a claim ends soon when the clock steps back behind it, and holds where two clocks differ a little', async () => {
  const job = counting('stepped claim', 60);
  const endRun = await holdRun(job);
  api.advance(-30_000);
  expect(await runJob(api.ctx, job, { always: true })).toBe(false);
  api.advance(-3_600_000);
  expect(await runJob(api.ctx, job, { always: true })).toBe(true);
  await endRun();
});

test('a job that throws is released and runs again', async () => {
  const job: Job = { name: 'broken', everySeconds: 10, run: () => Promise.reject(new Error('no')) };
  expect(await runJob(api.ctx, job)).toBe(true);
  api.advance(11_000);
  expect(await runJob(api.ctx, job)).toBe(true);
});

test('an event starts its job, and stopping waits for running jobs', async () => {
  const job = Object.assign(counting('woken'), { wakeOn: 'site' as const });
  const running = startJobs(api.ctx, [job]);
  const { db, clock } = api.ctx;
  const letGo = () => db.$count(table, and(eq(table.name, job.name), lte(table.claimed_until, clock())));
  await expect.poll(letGo, { timeout: 10_000, message: 'jobs that ran and were let go of' }).toBe(1);
  const held = Promise.withResolvers<void>();
  job.hold = held.promise;
  api.ctx.events.emit('site');
  await runs(job, 2);
  const stopping = running.stop().then(() => job.ended);
  // A stop that does not wait would have resolved by now.
  await setImmediate();
  held.resolve();
  expect(await stopping).toBe(2);
});
