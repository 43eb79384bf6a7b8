import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { requireAdminPassword } from '../api/account/firstAdmin.service.ts';
import type { Env } from '../api/env.ts';
import { type OpenContext, openContext } from '../api/openContext.ts';
import { isDatabaseEmpty, startWithoutSamples } from './seed.ts';

/**
 * Opens the context, its database filled with the sample content if SEED asks for it and there is no content. A child
 * process prepares a new database: creating an embedded one and drawing thirty pictures each take hundreds of megabytes
 * that this process would keep. `beforeOpening` is called when only opening is left.
 */
export async function openSeededContext(
  env: Env,
  log: Logger,
  print: (line: string) => void,
  beforeOpening: () => void,
): Promise<OpenContext> {
  const prepare = async () => {
    if (env.seed === 'demo') print('Sample content: pictures and words…');
    await prepareInChildProcess(env);
  };
  // Only one process can have the embedded database open: the child leaves before this one opens it.
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'db'))) {
    // Refused before anything is made, not after.
    await requireAdminPassword(env);
    await prepare();
  }
  beforeOpening();
  const ctx = await openContext(env, log);
  if (env.seed === 'none') await startWithoutSamples(ctx);
  if (env.seed !== 'demo' || !(await isDatabaseEmpty(ctx.db))) return ctx;
  await ctx.close();
  await prepare();
  return openContext(env, log);
}

/** Ends this process with the child's code if the child fails, which has printed why, or is stopped. */
async function prepareInChildProcess(env: Env): Promise<void> {
  const child = fork(new URL('./prepareDatabase.ts', import.meta.url), {
    // Optimising the embedded database's WebAssembly takes 500 MB, and longer than this process lives.
    execArgv: ['--disable-warning=ExperimentalWarning', '--liftoff-only'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.send(env);
  const [code, signal] = await once(child, 'exit');
  if (code) process.exit(code);
  // Control-C reaches both processes.
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(0);
  if (signal) throw new Error(`The database could not be prepared: its process was ended by ${signal}.`);
}
