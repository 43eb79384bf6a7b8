// Starts the product: database, sample content, API, site. `--api` leaves the site to somebody else (a CDN, `astro dev`).
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ensureAdmin } from '../src/api/account/admin.service.ts';
import { openControl } from '../src/api/backup/control.ts';
import { readEnv } from '../src/api/env.ts';
import { noSite } from '../src/api/http/site.ts';
import { startJobs } from '../src/api/jobs/jobs.ts';
import { createLog } from '../src/api/log.ts';
import { bringUp, openSite } from '../src/api/publish/bringUp.ts';
import { followLive } from '../src/api/publish/follow.ts';
import type { LocalSite } from '../src/api/publish/localSite.ts';
import { publishJob } from '../src/api/publish/publisher.ts';
import { listen } from '../src/api/server.ts';
import { startWork } from '../src/api/work.ts';
import { explain, probePort } from './faults.ts';
import { openFirst } from './first.ts';

/** Gives back what only the start needed: compiling leaves two thirds of the heap empty, and an idle process keeps it. */
function tidy(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** npm tells no signal to what its shell runs: once that shell is gone, npm was told to stop. */
function stopWithParent(stop: (reason: string) => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop('npm is gone'), 500).unref();
}

const say = (text: string) => console.log(text);

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const apiOnly = process.argv.includes('--api');
  const stopping = new AbortController();
  const closing: (() => Promise<void>)[] = [];
  const stop = async (reason: string) => {
    if (stopping.signal.aborted) return;
    say(`${reason}: letting running requests end…`);
    stopping.abort();
    for (const close of closing.reverse()) await close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (process.env.npm_lifecycle_event) stopWithParent(stop);

  await probePort(env.port);
  say(env.databaseUrl ? 'Database: PostgreSQL' : `Database: embedded, in ${env.dataDir}`);
  const ctx = await openFirst(env, createLog(process.env.LOG_LEVEL ? env.logLevel : 'warn'), say);
  closing.push(() => ctx.close());
  if (!env.databaseUrl) {
    const control = await openControl(ctx);
    closing.push(() => control.close());
  }
  const admin = await ensureAdmin(ctx);
  const server = await listen(ctx);
  if (apiOnly) server.show(noSite);
  closing.push(() => server.close());

  const work = startWork(ctx);
  closing.push(() => work.stop());

  let site: LocalSite | undefined;
  if (!apiOnly) {
    site = await openSite(ctx, server.port, server.show);
    closing.push(site.close);
    const fault = await bringUp(ctx, site, stopping.signal, () => say('Building the site…'));
    if (fault) say(`The site could not be built${site.shown() ? ', the one before stays' : ''}: ${fault}`);
    const following = followLive(ctx, site);
    closing.push(() => following.stop());
  }
  if (stopping.signal.aborted) return;
  if (site || env.deployHookUrl) {
    const publishing = startJobs(ctx, [publishJob(ctx, site)]);
    closing.push(() => publishing.stop());
  }
  tidy();
  say(`Ready: ${env.siteUrl}`);
  if (admin) say(`Admin sign-in (shown once): ${admin.email} / ${admin.password}`);
}

await start().catch((error) => {
  console.error(explain(error));
  process.exit(1);
});
