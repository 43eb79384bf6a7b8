import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openSeededContext } from '../demo/openSeededContext.ts';
import { ensureAdmin } from './account/firstAdmin.service.ts';
import { startBackgroundJobs } from './backgroundJobs.ts';
import type { AppContext } from './context.ts';
import { openControlSockets } from './controlSocket.ts';
import type { Env } from './env.ts';
import { noSite } from './http/serveSite.ts';
import { startJobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { ensureRelease } from './publish/ensureRelease.ts';
import { createSiteRenderer, hasServed, type LocalSite, openSite } from './publish/localSite.ts';
import { publishJob, unansweredPublishJob } from './publish/publish.jobs.ts';
import type { Renderer } from './publish/renderer/renderer.ts';
import { watchLiveRelease } from './publish/watchLiveRelease.ts';
import { logMissingKeys } from './reseal/reseal.service.ts';
import { listen, type Server } from './server.ts';

interface ProductOptions {
  /** Leaves the site to somebody else: a CDN, or `astro dev`. */
  apiOnly: boolean;
  /** Prints a line for the person who starts the product. */
  print(line: string): void;
}

interface ProductProcess {
  /** Resolves when everything answers. Rejects with an error that `explainError` knows. */
  start(): Promise<void>;
  /**
   * Takes no more requests and lets running ones and jobs end, 10 s at most, then closes everything in reverse order.
   * Works during `start`, too.
   */
  stop(): Promise<void>;
}

/** How long a stop waits for what runs. A job that is cut short, by a silent mail server say, is claimed again. */
const endMs = 10_000;

/** Puts the product together: database, sample content, admin, server, jobs, site and publishing. */
export function createProductProcess(env: Env, { apiOnly, print }: ProductOptions): ProductProcess {
  const stopping = new AbortController();
  /** Ends requests and jobs, all together. */
  const ending: (() => Promise<void>)[] = [];
  const closing: (() => Promise<void>)[] = [];

  async function startSite(ctx: AppContext, server: Server, prepared: Renderer | undefined): Promise<LocalSite> {
    const renderer = prepared ?? createSiteRenderer(env, server.port, ctx.log);
    const site = await openSite(ctx, renderer, server.showSite);
    closing.push(site.close);
    ctx.pageRenderer.current = { start: site.startPreviews, render: site.renderPage };
    const problem = await ensureRelease(ctx, site, stopping.signal, () => print('Building the site…'));
    if (problem) print(`The site could not be built${site.current() ? ', the one before stays' : ''}: ${problem}`);
    const watching = watchLiveRelease(ctx, site);
    ending.push(() => watching.stop());
    return site;
  }

  return {
    async start() {
      print(env.databaseUrl ? 'Database: PostgreSQL' : `Database: embedded, in ${env.dataDir}`);
      const log = createLog(env.logLevel);
      // An embedded database takes a second to open: the process that renders the first release gets ready meanwhile.
      const isPrepared = !apiOnly && !env.databaseUrl && !(await hasServed(env));
      const renderer = isPrepared ? createSiteRenderer(env, env.port, log) : undefined;
      closing.push(async () => renderer?.close());
      const ctx = await openSeededContext(env, log, print, () => renderer?.prepare());
      closing.push(() => ctx.close());
      if (!env.databaseUrl) {
        const control = await openControlSockets(ctx);
        closing.push(() => control.close());
      }
      const admin = await ensureAdmin(ctx);
      // At once: a start that ends while it builds the site has made the account, and no later one knows the password.
      if (admin?.password) print(`Admin sign-in (shown once): ${admin.email} / ${admin.password}`);
      else if (admin) print(`Admin sign-in: ${admin.email} with ADMIN_PASSWORD`);
      const server = await listen(ctx);
      ending.push(() => server.close());
      const jobs = startBackgroundJobs(ctx);
      ending.push(() => jobs.stop());
      logMissingKeys(ctx).catch((error) => log.error({ err: error }, 'keys could not be compared'));

      if (apiOnly) server.showSite(noSite);
      const site = apiOnly ? undefined : await startSite(ctx, server, renderer);
      if (stopping.signal.aborted) return;
      const isPublishing = site || env.deployHookUrl;
      const publishing = startJobs(ctx, [isPublishing ? publishJob(ctx, site) : unansweredPublishJob(ctx)]);
      ending.push(() => publishing.stop());
      collectGarbage();
      print(`Ready: ${env.siteUrl}`);
    },
    async stop() {
      stopping.abort();
      await Promise.race([Promise.all(ending.map((end) => end())), sleep(endMs)]);
      for (const close of closing.reverse()) await close();
    },
  };
}

/** Gives back the memory that only the start needed: an idle process would keep two thirds of its heap empty. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
