import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import { runJob } from '../jobs/jobs.ts';
import type { LocalSite } from './localSite.ts';
import { publishJob, renewalJob } from './publish.jobs.ts';
import { readPublishRequest, requestPublish } from './publish.service.ts';
import { readLatestRelease, readLiveRelease } from './releases.service.ts';
import { BuildError } from './renderer/messages.ts';

/** Milliseconds between two attempts to publish while another process does. */
const retryMs = 500;

/**
 * Serves the live release. Makes one if there is none, or if the site's code has changed since; until then, and if that
 * fails, the last one stays. Returns why it failed, or undefined. `onBuild` is called before a release is made.
 */
export async function ensureRelease(
  ctx: AppContext,
  site: LocalSite,
  signal: AbortSignal,
  onBuild: () => void,
): Promise<string | undefined> {
  const { db, env, clock } = ctx;
  const live = await readLiveRelease(db);
  const liveShown = live !== undefined && (await site.show(live.name));
  const shown = liveShown || (await site.showLast());
  const code = await site.fingerprint();
  try {
    if (env.deployHookUrl) {
      if (shown && site.current()?.code === code) return undefined;
      onBuild();
      // The static host makes the releases; this one is shown by this process alone.
      await site.renderAndShow(`${clock().toISOString().replace(/[:.]/g, '-')}-here`, signal);
    } else if (live?.code === code) {
      if (liveShown) return undefined;
      onBuild();
      await site.renderAndShow(live.name, signal);
    } else {
      onBuild();
      return await publishNow(ctx, site, signal);
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof BuildError)) throw error;
    return error.message;
  }
  return undefined;
}

/**
 * Publishes, or waits until another process has. Words that wait for 'Yayınla' go on waiting where publishing by itself
 * is off. Returns why it failed, or undefined.
 */
async function publishNow(ctx: AppContext, site: LocalSite, signal: AbortSignal): Promise<string | undefined> {
  const { automatic, requested_at } = await readPublishRequest(ctx.db);
  const renews = !automatic && !requested_at && (await readLiveRelease(ctx.db)) !== undefined;
  if (!renews) await requestPublish(ctx, null);
  const job = renews ? renewalJob(ctx, site) : publishJob(ctx, site);
  while (!signal.aborted && !(await runJob(ctx, job, { always: true, signal }))) await sleep(retryMs);
  const latest = await readLatestRelease(ctx.db);
  if (latest?.state === 'failed') return latest.error ?? 'Site hazırlanamadı.';
  const live = await readLiveRelease(ctx.db);
  if (live && site.current()?.name !== live.name && !signal.aborted) await site.renderAndShow(live.name, signal);
  return undefined;
}
