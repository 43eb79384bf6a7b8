import { randomBytes } from 'node:crypto';
import { and, eq, inArray, lte, max, sql } from 'drizzle-orm';
import { snapshotWords, type WordsSnapshot } from '../content/content.service.ts';
import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { latestCommittedId } from './contentLog.service.ts';
import { callDeployHook } from './deployHook.ts';
import type { LocalSite } from './localSite.ts';
import { readPublishRequest } from './publish.service.ts';
import { publishing, releases } from './publish.tables.ts';
import { publishReason } from './publishReason.ts';
import {
  deleteExpiredReleases,
  failInterruptedReleases,
  markLive,
  type Release,
  readLiveRelease,
} from './releases.service.ts';
import { BuildError } from './renderer/messages.ts';

/** Periodic job: publishes as long as there is a reason to, by the deploy hook or as a release of `site`. */
export function publishJob(ctx: AppContext, site: LocalSite | undefined): Job {
  return {
    name: 'publish',
    everySeconds: 5,
    wakeOn: 'publish-requested',
    async run(signal) {
      if (await failInterruptedReleases(ctx)) ctx.events.emit('publish');
      for (let reason = await publishReason(ctx); reason && !signal.aborted; reason = await publishReason(ctx)) {
        ctx.log.info({ reason }, 'publishing');
        await publishOnce(ctx, site, signal);
      }
    },
  };
}

/** As `publishJob`, once: makes the live release again where the site has other code, with the words as published. */
export function renewalJob(ctx: AppContext, site: LocalSite): Job {
  return {
    ...publishJob(ctx, site),
    async run(signal) {
      const live = await readLiveRelease(ctx.db);
      if (live && live.code !== (await site.fingerprint())) await publishOnce(ctx, site, signal, live);
    },
  };
}

/** How long a request waits for another process in `unansweredPublishJob`. */
const requestTimeoutMs = 60_000;

/**
 * Periodic job of a process that can publish nothing: a request that no other one takes in a minute has failed. After a
 * start it waits again, as another one may be starting, too.
 */
export function unansweredPublishJob(ctx: AppContext): Job {
  const startedAt = ctx.clock();
  return {
    name: 'publish-unanswered',
    everySeconds: 15,
    async run(signal) {
      const { requested_at } = await readPublishRequest(ctx.db);
      if (!requested_at) return;
      const waitingSince = Math.max(requested_at.getTime(), startedAt.getTime());
      if (ctx.clock().getTime() - waitingSince < requestTimeoutMs) return;
      if (await ctx.db.$count(releases, inArray(releases.state, ['building', 'checking']))) return;
      await publishOnce(ctx, undefined, signal);
    },
  };
}

const newName = (now: Date) => `${now.toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}`;

/**
 * Makes one release, with the words of `renewed` if given, or records why it failed. When it is interrupted its request
 * stays for the next start.
 */
async function publishOnce(
  ctx: AppContext,
  site: LocalSite | undefined,
  signal: AbortSignal,
  renewed?: Release,
): Promise<void> {
  const { db, clock, events, log, env } = ctx;
  const startedAt = clock();
  const release = await addRelease(ctx, startedAt, renewed);
  events.emit('publish');
  try {
    const values = env.deployHookUrl
      ? { answer: await callDeployHook(env.deployHookUrl, signal) }
      : await renderHere(ctx, site, release, signal);
    await db.transaction((tx) => markLive(tx, release.id, clock(), { ...values, finished_at: clock() }));
  } catch (error) {
    if (signal.aborted) return;
    const shown = error instanceof BuildError || env.deployHookUrl ? (error as Error).message : undefined;
    log.error({ err: error }, 'publishing failed');
    await db
      .update(releases)
      .set({ state: 'failed', error: shown ?? 'Site beklenmedik bir nedenle hazırlanamadı.', finished_at: clock() })
      .where(eq(releases.id, release.id));
  }
  await clearPublishRequest(ctx, startedAt);
  events.emit('publish');
  const retained = await deleteExpiredReleases(ctx);
  await site?.removeOthers(retained);
}

/** Notes what a new release will show: all changes up to now, and the newest words or those of `renewed`. */
async function addRelease({ db }: AppContext, startedAt: Date, renewed: Release | undefined): Promise<Release> {
  const change_id = renewed?.change_id ?? (await latestCommittedId(db));
  return db.transaction(async (tx) => {
    const newest = await snapshotWords(tx, startedAt);
    const kept = renewed?.content as WordsSnapshot | null | undefined;
    const content: WordsSnapshot = {
      revisions: { ...newest.revisions, ...kept?.revisions },
      versions: { ...newest.versions, ...kept?.versions },
    };
    // After every earlier attempt and return to an earlier release, even where the clock was set back: the newest one
    // says whether publishing failed.
    const returned = tx.select({ at: publishing.restored_at }).from(publishing);
    const lastAt = sql`greatest(${max(releases.created_at)}, (${returned}))`.mapWith(releases.created_at);
    const [last] = await tx.select({ at: lastAt }).from(releases);
    const created_at = new Date(Math.max(startedAt.getTime(), (last?.at?.getTime() ?? 0) + 1));
    const values = { name: newName(startedAt), state: 'building', change_id, content, created_at } as const;
    const [row] = await tx.insert(releases).values(values).returning();
    return row as Release;
  });
}

/** Clears the publish request, unless it was repeated after `startedAt`. */
async function clearPublishRequest({ db }: AppContext, startedAt: Date): Promise<void> {
  const isAnswered = and(eq(publishing.id, true), lte(publishing.requested_at, startedAt));
  await db.update(publishing).set({ requested_at: null }).where(isAnswered);
}

/** Renders a release in this process's site and serves it; returns what its row notes about it. */
async function renderHere(
  { db, events, log }: AppContext,
  site: LocalSite | undefined,
  { id, name }: Release,
  signal: AbortSignal,
): Promise<Partial<Release>> {
  if (!site) throw new BuildError('Bu sunucu siteyi hazırlamıyor; DEPLOY_HOOK_URL ayarlanmamış.');
  // Progress is written in the order it is reported, and before the release becomes live or failed.
  let written = Promise.resolve();
  const write = (values: Partial<Release>) => {
    written = written
      .then(async () => {
        await db.update(releases).set(values).where(eq(releases.id, id));
        events.emit('publish');
      })
      .catch((error) => log.warn({ err: error }, 'progress could not be written'));
  };
  const { code, pages, rendered, steps } = await site
    .renderAndShow(name, signal, (message) => {
      if (message.kind === 'progress') write({ rendered: message.done, pages: message.total });
      if (message.kind === 'checking') write({ state: 'checking' });
    })
    .finally(() => written);
  log.info({ name, pages, rendered, steps }, 'published');
  return { code, pages, rendered };
}
