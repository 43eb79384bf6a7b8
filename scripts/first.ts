// Opens the product's database for a start; a first one is prepared in a process that takes its memory with it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../src/api/env.ts';
import { type OpenContext, openContext } from '../src/api/main.ts';
import { isEmpty } from './empty.ts';

/**
 * Opens the context, its database filled with the sample content where that is wanted and nothing is there. Making an
 * embedded database and drawing thirty pictures each take hundreds of megabytes that the process would keep.
 */
export async function openFirst(env: Env, log: Logger, say: (text: string) => void): Promise<OpenContext> {
  const seed = async () => {
    say('Sample content: pictures and words…');
    await apart('seed.ts');
  };
  // The embedded database lets one process in: it is opened here when the other has left.
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'db')))
    await (env.seed === 'demo' ? seed() : apart('migrate.ts'));
  const ctx = await openContext(env, log);
  if (env.seed !== 'demo' || !(await isEmpty(ctx.db))) return ctx;
  await ctx.close();
  await seed();
  return openContext(env, log);
}

/** Runs a script in a process of its own. Ends this one where that one failed, which has said why, or was stopped. */
async function apart(script: string): Promise<void> {
  const child = fork(new URL('./apart.ts', import.meta.url), [`./${script}`], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code, signal] = await once(child, 'exit');
  if (code) process.exit(code);
  // Control-C goes to both.
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(0);
  if (signal) throw new Error(`The database could not be prepared: its process was ended by ${signal}.`);
}
