import { and, desc, eq, inArray, lt, ne } from 'drizzle-orm';
import type { Release as Shown } from '../../contract/publish.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import type { LocalSite } from './localSite.ts';
import { listReleases, makeLive, publishState, type Release, setAutomatic } from './publish.service.ts';
import { publishing, releases } from './publish.tables.ts';

const day = 24 * 3_600_000;
/** Older ones stay as long as there are no more than this many. */
const least = 10;
/** On a day of many publishes the oldest go early: each holds a folder of links. */
const most = 60;

/** Releases that can be gone back to, newest first. */
export async function keptReleases(db: Database): Promise<Release[]> {
  return db
    .select()
    .from(releases)
    .where(inArray(releases.state, ['live', 'old']))
    .orderBy(desc(releases.created_at), desc(releases.id));
}

/** Forgets releases that stopped being served a day ago and failures of last week, here and on the disk. */
export async function pruneReleases({ db, clock }: AppContext, site: LocalSite | undefined): Promise<void> {
  const kept = await keptReleases(db);
  const codes = new Set<string | null>();
  const gone: Release[] = [];
  for (const [index, release] of kept.entries()) {
    // It was served until the next one was finished.
    const until = kept[index - 1]?.finished_at ?? clock();
    const recent = clock().getTime() - until.getTime() < day;
    const firstOfCode = !codes.has(release.code);
    codes.add(release.code);
    const stays = release.state === 'live' || index < least || (recent && (index < most || firstOfCode));
    if (!stays) gone.push(release);
  }
  if (gone.length) {
    const ids = gone.map((release) => release.id);
    await db.delete(releases).where(and(inArray(releases.id, ids), ne(releases.state, 'live')));
  }
  const week = new Date(clock().getTime() - 7 * day);
  await db.delete(releases).where(and(eq(releases.state, 'failed'), lt(releases.created_at, week)));
  await site?.prune(kept.filter((release) => !gone.includes(release)).map((release) => release.name));
}

/** Releases and failed attempts as the admin sees them, newest first. */
export async function showReleases(ctx: AppContext): Promise<Shown[]> {
  return (await listReleases(ctx)).map((row) => ({
    ...row,
    state: row.state as Shown['state'],
    restorable: row.state === 'old' && row.code !== null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
}

/**
 * Serves an earlier release again, in every process that has it. Automatic publishing goes off: it would bring back at
 * once what somebody just went back from. Throws `not_found`, or `conflict` for what was never served.
 */
export async function restoreRelease(ctx: AppContext, id: string) {
  const { db, events } = ctx;
  const [row] = await db.select().from(releases).where(eq(releases.id, id));
  if (!row) throw notFound();
  if (row.state === 'live') return publishState(ctx);
  if (row.state !== 'old' || row.code === null) throw new ApiError('conflict');
  await makeLive(db, id, {});
  await db.update(publishing).set({ requested_at: null });
  const state = await setAutomatic(ctx, false);
  events.emit('publish');
  return state;
}
