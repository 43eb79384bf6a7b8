import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { PublishState } from '../../contract/publish.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { contentChanges, publishing, releases } from './publish.tables.ts';

export type Release = typeof releases.$inferSelect;

/** The release everybody is served, in every process. */
export async function liveRelease(db: Database): Promise<Release | undefined> {
  const [row] = await db.select().from(releases).where(eq(releases.state, 'live'));
  return row;
}

/** The newest attempt, whatever became of it. */
export async function lastRelease(db: Database): Promise<Release | undefined> {
  const [row] = await db.select().from(releases).orderBy(desc(releases.created_at), desc(releases.id)).limit(1);
  return row;
}

export async function readWish(db: Database): Promise<{ requested_at: Date | null; automatic: boolean }> {
  const [row] = await db.select().from(publishing);
  return row ?? { requested_at: null, automatic: true };
}

/** Where publishing stands, the same in every process. */
export async function publishState({ db }: AppContext): Promise<PublishState> {
  const [live, last, wish] = [await liveRelease(db), await lastRelease(db), await readWish(db)];
  const rooms = await db
    .select({ room: contentChanges.room, count: sql<number>`count(*)::int` })
    .from(contentChanges)
    .where(gt(contentChanges.id, live?.change_id ?? 0))
    .groupBy(contentChanges.room)
    .orderBy(contentChanges.room);
  const running = last && (last.state === 'building' || last.state === 'checking') ? last : undefined;
  return {
    ...readPhase(wish.requested_at, last, live),
    pending: rooms.length > 0,
    pending_changes: rooms,
    progress: running?.pages ? { done: running.rendered ?? 0, total: running.pages } : null,
    automatic: wish.automatic,
    last_published_at: live?.finished_at?.toISOString() ?? null,
    last_error: last?.state === 'failed' ? last.error : null,
    hook_answer: live?.answer ?? null,
  };
}

function readPhase(
  requested: Date | null,
  last: Release | undefined,
  live: Release | undefined,
): Pick<PublishState, 'state' | 'phase'> {
  if (last?.state === 'building' || last?.state === 'checking') return { state: 'building', phase: last.state };
  if (requested) return { state: 'building', phase: 'saved' };
  if (last?.state === 'failed') return { state: 'failed', phase: null };
  return live ? { state: 'published', phase: 'live' } : { state: 'idle', phase: null };
}

/** Starts or joins the next rebuild; whoever looks after publishing hears of it. */
export async function requestPublish(ctx: AppContext): Promise<PublishState> {
  const requested_at = ctx.clock();
  await ctx.db
    .insert(publishing)
    .values({ requested_at })
    .onConflictDoUpdate({ target: publishing.id, set: { requested_at } });
  ctx.events.emit('publish-requested');
  ctx.events.emit('publish');
  return publishState(ctx);
}

/** As requestPublish, for what was to appear at its moment; not where the owner switched publishing by itself off. */
export async function requestIfAutomatic({ db, clock, events }: AppContext): Promise<void> {
  const requested_at = clock();
  const rows = await db
    .insert(publishing)
    .values({ requested_at })
    .onConflictDoUpdate({ target: publishing.id, set: { requested_at }, setWhere: eq(publishing.automatic, true) })
    .returning();
  if (!rows.length) return;
  events.emit('publish-requested');
  events.emit('publish');
}

/** Switches publishing after a quiet minute on or off. */
export async function setAutomatic(ctx: AppContext, automatic: boolean): Promise<PublishState> {
  await ctx.db
    .insert(publishing)
    .values({ automatic })
    .onConflictDoUpdate({ target: publishing.id, set: { automatic } });
  ctx.events.emit('publish');
  return publishState(ctx);
}

/** Releases that can be served again and the attempts that failed, newest first. */
export async function listReleases({ db }: AppContext): Promise<Release[]> {
  return db
    .select()
    .from(releases)
    .where(ne(releases.state, 'building'))
    .orderBy(desc(releases.created_at), desc(releases.id))
    .limit(100);
}

/** Marks a release as the one everybody is served; the one before becomes old. */
export async function makeLive(db: Database, id: string, values: Partial<Release>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(releases)
      .set({ state: 'old' })
      .where(and(eq(releases.state, 'live'), ne(releases.id, id)));
    await tx
      .update(releases)
      .set({ ...values, state: 'live' })
      .where(eq(releases.id, id));
  });
}

/** Attempts that nobody works on any more: their process is gone. The caller has the claim on publishing. */
export async function failInterrupted({ db, clock }: AppContext): Promise<number> {
  const rows = await db
    .update(releases)
    .set({ state: 'failed', error: 'Yayınlama yarıda kaldı.', finished_at: clock() })
    .where(inArray(releases.state, ['building', 'checking']))
    .returning({ id: releases.id });
  return rows.length;
}
