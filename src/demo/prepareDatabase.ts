import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Env } from '../api/env.ts';
import { openContext } from '../api/openContext.ts';
import { exitWithError } from '../api/startErrors.ts';
import { demoData } from './demoData.ts';
import { createDrawingStore, seedDatabase } from './seed.ts';

/** Creates and migrates the database, and fills it with the sample content if SEED asks for it. */
async function prepareDatabase(env: Env): Promise<void> {
  const ctx = await openContext({ ...env, logLevel: 'warn' });
  if (env.seed === 'demo') await seedDatabase(ctx, demoData, createDrawingStore(ctx));
  await ctx.close();
}

// The main thread stays responsive: when the parent process goes it ends this one at once, so that the next start finds
// the data free.
if (isMainThread) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.once('message', (env) => {
    new Worker(new URL(import.meta.url), { workerData: env }).once('exit', (code) => process.exit(code));
  });
} else {
  await prepareDatabase(workerData).catch(exitWithError);
}
