import { randomBytes } from 'node:crypto';
import { and, eq, lte } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { newestSettled } from './changes.service.ts';
import { whyDue } from './due.ts';
import { callHook } from './hook.ts';
import type { LocalSite } from './localSite.ts';
import { failInterrupted, makeLive, type Release } from './publish.service.ts';
import { publishing, releases } from './publish.tables.ts';
import { keptReleases, pruneReleases } from './releases.service.ts';
import { BuildFault } from './renderer/messages.ts';

/**
 * The job that publishes: one process at a time, by the claim in the database. With a deploy hook it calls that,
 * otherwise it makes a release of `site` and serves it. What was pressed while it worked is done next.
 */
export function publishJob(ctx: AppContext, site: LocalSite | undefined): Job {
  return {
    name: 'publish',
    everySeconds: 5,
    wakeOn: 'publish-requested',
    async run(signal) {
      if (await failInterrupted(ctx)) ctx.events.emit('publish');
      for (let why = await whyDue(ctx); why && !signal.aborted; why = await whyDue(ctx)) {
        ctx.log.info({ why }, 'publishing');
        await publishOnce(ctx, site, signal);
      }
    },
  };
}

const newName = (now: Date) => `${now.toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}`;

/** Makes one release, or records why not. A stop in the middle leaves the wish, so that the next start resumes. */
async function publishOnce(ctx: AppContext, site: LocalSite | undefined, signal: AbortSignal): Promise<void> {
  const { db, clock, events, log, env } = ctx;
  const taken = clock();
  const newest = await newestSettled(db);
  const [row] = await db
    .insert(releases)
    .values({ name: newName(taken), state: 'building', change_id: newest, created_at: taken })
    .returning();
  const release = row as Release;
  events.emit('publish');
  try {
    const values = env.deployHookUrl
      ? { answer: await callHook(env.deployHookUrl, signal) }
      : await makeHere(ctx, site, release, signal);
    await makeLive(db, release.id, { ...values, finished_at: clock() });
    await answerWish(ctx, taken);
    events.emit('publish');
    await pruneReleases(ctx, site);
  } catch (error) {
    if (signal.aborted) return;
    const shown = error instanceof BuildFault || env.deployHookUrl ? (error as Error).message : undefined;
    log.error({ err: error }, 'publishing failed');
    await db
      .update(releases)
      .set({ state: 'failed', error: shown ?? 'Site beklenmedik bir nedenle hazırlanamadı.', finished_at: clock() })
      .where(eq(releases.id, release.id));
    await answerWish(ctx, taken);
    events.emit('publish');
  }
}

/** What was asked for before the release was taken up is answered by it. */
async function answerWish({ db }: AppContext, taken: Date): Promise<void> {
  await db
    .update(publishing)
    .set({ requested_at: null })
    .where(and(eq(publishing.id, true), lte(publishing.requested_at, taken)));
}

async function makeHere(
  { db, events, log }: AppContext,
  site: LocalSite | undefined,
  { id, name }: Release,
  signal: AbortSignal,
): Promise<Partial<Release>> {
  if (!site) throw new BuildFault('Bu sunucu siteyi hazırlamıyor; DEPLOY_HOOK_URL ayarlanmamış.');
  const note = async (values: Partial<Release>) => {
    await db.update(releases).set(values).where(eq(releases.id, id));
    events.emit('publish');
  };
  // Told as it happens; what is told late must not overwrite what came after.
  let noted: Promise<unknown> = Promise.resolve();
  const { code, pages, rendered, steps } = await site.make(
    name,
    (news) => {
      if (news.kind === 'progress') noted = noted.then(() => note({ rendered: news.done, pages: news.total }));
      if (news.kind === 'checking') noted = noted.then(() => note({ state: 'checking' }));
    },
    signal,
  );
  await noted;
  if (!(await site.show(name, await keptReleases(db), false))) throw new BuildFault('Hazırlanan sürüm okunamadı.');
  log.info({ name, pages, rendered, steps }, 'published');
  return { code, pages, rendered };
}
