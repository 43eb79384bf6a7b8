import { eq, gt, sql } from 'drizzle-orm';
import type { PublishState } from '../../contract/publish.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { type ActorId, mutate } from '../mutation.ts';
import { contentChanges, publishing } from './publish.tables.ts';
import { type Release, readLatestRelease, readLiveRelease } from './releases.service.ts';

/** Reads the publish request that waits, if any, and whether automatic publishing is on. */
export async function readPublishRequest(db: Database): Promise<{ requested_at: Date | null; automatic: boolean }> {
  const [row] = await db.select().from(publishing);
  return row ?? { requested_at: null, automatic: true };
}

/** Where publishing stands, the same in every process. */
export async function readPublishState({ db }: AppContext): Promise<PublishState> {
  const live = await readLiveRelease(db);
  const latest = await readLatestRelease(db);
  const request = await readPublishRequest(db);
  const rooms = await db
    .select({ room: contentChanges.room, count: sql<number>`count(*)::int` })
    .from(contentChanges)
    .where(gt(contentChanges.id, live?.change_id ?? 0))
    .groupBy(contentChanges.room)
    .orderBy(contentChanges.room);
  const running = latest && (latest.state === 'building' || latest.state === 'checking') ? latest : undefined;
  return {
    ...phaseOf(request.requested_at, latest, live),
    pending: rooms.length > 0,
    pending_changes: rooms,
    progress: running?.pages ? { done: running.rendered ?? 0, total: running.pages } : null,
    automatic: request.automatic,
    last_published_at: live?.finished_at?.toISOString() ?? null,
    last_error: latest?.state === 'failed' ? latest.error : null,
    hook_answer: live?.answer ?? null,
  };
}

function phaseOf(
  requestedAt: Date | null,
  latest: Release | undefined,
  live: Release | undefined,
): Pick<PublishState, 'state' | 'phase'> {
  if (latest?.state === 'building' || latest?.state === 'checking') return { state: 'building', phase: latest.state };
  if (requestedAt) return { state: 'building', phase: 'saved' };
  if (latest?.state === 'failed') return { state: 'failed', phase: null };
  return live ? { state: 'published', phase: 'live' } : { state: 'idle', phase: null };
}

/** Asks for a release, which the publish job of some process makes. Starts the next one, or joins it. */
export async function requestPublish(ctx: AppContext, actorId: ActorId): Promise<PublishState> {
  await mutate(ctx, actorId, async ({ tx, now, audit, emit }) => {
    const set = { requested_at: now };
    await tx.insert(publishing).values(set).onConflictDoUpdate({ target: publishing.id, set });
    if (actorId) await audit({ action: 'publish', entity: 'site' });
    emit('publish-requested');
    emit('publish');
  });
  return readPublishState(ctx);
}

/** Asks for a release that shows scheduled content, unless automatic publishing is off. */
export const requestPublishIfAutomatic = (ctx: AppContext): Promise<void> =>
  mutate(ctx, null, async ({ tx, now, emit }) => {
    const set = { requested_at: now };
    const ifOn = { target: publishing.id, set, setWhere: eq(publishing.automatic, true) };
    const rows = await tx.insert(publishing).values(set).onConflictDoUpdate(ifOn).returning();
    if (!rows.length) return;
    emit('publish-requested');
    emit('publish');
  });
