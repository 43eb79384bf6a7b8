import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { runJob } from '../jobs/jobs.ts';
import { type LocalSite, openLocalSite } from './localSite.ts';
import { lastRelease, liveRelease, requestPublish } from './publish.service.ts';
import { publishJob } from './publisher.ts';
import { keptReleases } from './releases.service.ts';
import { BuildFault } from './renderer/messages.ts';

/** The root of this project, where Astro finds its configuration. */
export const projectRoot = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

/** What the site is built with, and nothing else of this process's environment: no passwords reach the build. */
export function siteEnvironment({ env, storage }: AppContext): Record<string, string> {
  const values = {
    SITE_URL: env.siteUrl,
    PUBLIC_API_URL: env.publicApiUrl,
    PUBLIC_MEDIA_URL: storage.publicUrl,
    PUBLIC_SUPABASE_URL: env.supabaseUrl,
    PUBLIC_SUPABASE_ANON_KEY: env.supabaseAnonKey,
  };
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));
}

/** The site of this process, in DATA_DIR/releases; nothing is built or shown yet. */
export function openSite(
  ctx: AppContext,
  port: number,
  serve: Parameters<typeof openLocalSite>[0]['serve'],
  root = projectRoot,
): Promise<LocalSite> {
  return openLocalSite({
    folder: join(ctx.env.dataDir, 'releases'),
    serve,
    root,
    apiUrl: `http://127.0.0.1:${port}`,
    environment: siteEnvironment(ctx),
    log: ctx.log,
  });
}

/**
 * Shows the newest release; makes one first where there is none, or where the site's code is another than it was made
 * with. What was served last stays served meanwhile, and if the new one fails. Answers what went wrong, or undefined.
 */
export async function bringUp(
  ctx: AppContext,
  site: LocalSite,
  signal: AbortSignal,
  building: () => void,
): Promise<string | undefined> {
  const { db, env, clock } = ctx;
  const code = await site.code();
  const live = await liveRelease(db);
  const whole = live !== undefined && (await site.show(live.name, await keptReleases(db)));
  const shown = whole || (await site.showLast());
  try {
    if (env.deployHookUrl) {
      if (shown && site.shownCode() === code) return undefined;
      building();
      await makeAndShow(ctx, site, `${clock().toISOString().replace(/[:.]/g, '-')}-here`, signal);
    } else if (live?.code === code) {
      if (whole) return undefined;
      building();
      await makeAndShow(ctx, site, live.name, signal);
    } else {
      building();
      return await publishNow(ctx, site, signal);
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof BuildFault)) throw error;
    return error.message;
  } finally {
    await site.cool();
  }
  return undefined;
}

async function makeAndShow(ctx: AppContext, site: LocalSite, name: string, signal: AbortSignal): Promise<void> {
  await site.make(name, () => {}, signal);
  await site.show(name, await keptReleases(ctx.db), false);
}

/** Publishes for everybody; where another process is at it already, waits and takes part in what it made. */
async function publishNow(ctx: AppContext, site: LocalSite, signal: AbortSignal): Promise<string | undefined> {
  await requestPublish(ctx);
  const job = publishJob(ctx, site);
  while (!signal.aborted && !(await runJob(ctx, job, { always: true, signal }))) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const last = await lastRelease(ctx.db);
  if (last?.state === 'failed') return last.error ?? 'Site hazırlanamadı.';
  const live = await liveRelease(ctx.db);
  if (live && site.shown() !== live.name && !signal.aborted) await makeAndShow(ctx, site, live.name, signal);
  return undefined;
}
