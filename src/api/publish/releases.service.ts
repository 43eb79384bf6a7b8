import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import { dayMs } from '../../shared/time.ts';
import { setLiveWords, type WordsSnapshot } from '../content/content.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { publishing, releases } from './publish.tables.ts';

export type Release = typeof releases.$inferSelect;

/** This many releases stay, however old. */
const minRetained = 10;
/** Of the last day at most this many stay: each holds a folder of links. */
const maxRetained = 60;

const newestFirst = [desc(releases.created_at), desc(releases.id)];

/** The release that every process serves. */
export async function readLiveRelease(db: Database): Promise<Release | undefined> {
  const [row] = await db.select().from(releases).where(eq(releases.state, 'live'));
  return row;
}

/** Attempts since somebody last went back to an earlier release; all of them where nobody did. */
const sinceRestore = sql`${releases.created_at} > coalesce((select ${publishing.restored_at} from ${publishing}), '-infinity')`;

/** The newest attempt, in whatever state; undefined where somebody went back to an earlier release since. */
export async function readLatestRelease(db: Database): Promise<Release | undefined> {
  const [row] = await db
    .select()
    .from(releases)
    .where(sinceRestore)
    .orderBy(...newestFirst)
    .limit(1);
  return row;
}

/**
 * Number of attempts to show a content change that failed after the live release was made and somebody last went back
 * to an earlier one.
 */
export async function countFailures(db: Database, live: Release | undefined, changeId: number): Promise<number> {
  const sinceLive = live && gt(releases.created_at, live.created_at);
  const hasFailed = and(eq(releases.state, 'failed'), eq(releases.change_id, changeId));
  return db.$count(releases, and(hasFailed, sinceRestore, sinceLive));
}

/** The live release and those that can be served again, newest first. */
export const listRetainedReleases = (db: Database): Promise<Release[]> =>
  db
    .select()
    .from(releases)
    .where(inArray(releases.state, ['live', 'old']))
    .orderBy(...newestFirst);

/** Makes a release the live one, with the words it shows; the one before becomes old. */
export async function markLive(tx: Database, id: string, now: Date, values: Partial<Release> = {}): Promise<void> {
  const isBefore = and(eq(releases.state, 'live'), ne(releases.id, id));
  await tx.update(releases).set({ state: 'old' }).where(isBefore);
  const live = { ...values, state: 'live' } as const;
  await tx.update(releases).set(live).where(eq(releases.id, id));
  const [row] = await tx.select({ content: releases.content }).from(releases).where(eq(releases.id, id));
  if (row?.content) await setLiveWords(tx, row.content as WordsSnapshot, now);
}

/** Marks releases as failed whose process has ended. Only the process that holds the publish job may call it. */
export async function failInterruptedReleases({ db, clock }: AppContext): Promise<number> {
  const rows = await db
    .update(releases)
    .set({ state: 'failed', error: 'Yayınlama yarıda kaldı.', finished_at: clock() })
    .where(inArray(releases.state, ['building', 'checking']))
    .returning({ id: releases.id });
  return rows.length;
}

/**
 * Deletes releases that were replaced more than a day ago and failures older than a week; returns the names of those
 * that stay. The newest of each code stays a day even beyond `maxRetained`: open pages ask for its assets.
 */
export async function deleteExpiredReleases({ db, clock }: AppContext): Promise<string[]> {
  const rows = await listRetainedReleases(db);
  const seenCodes = new Set<string | null>();
  const expired = new Set<string>();
  for (const [index, release] of rows.entries()) {
    const replacedAt = rows[index - 1]?.finished_at ?? clock();
    const recent = clock().getTime() - replacedAt.getTime() < dayMs;
    const newestOfCode = !seenCodes.has(release.code);
    seenCodes.add(release.code);
    const stays = release.state === 'live' || index < minRetained || (recent && (index < maxRetained || newestOfCode));
    if (!stays) expired.add(release.id);
  }
  if (expired.size) {
    await db.delete(releases).where(and(inArray(releases.id, [...expired]), ne(releases.state, 'live')));
  }
  const weekAgo = new Date(clock().getTime() - 7 * dayMs);
  await db.delete(releases).where(and(eq(releases.state, 'failed'), lt(releases.created_at, weekAgo)));
  return rows.filter(({ id }) => !expired.has(id)).map(({ name }) => name);
}

/** Which words a release shows, by the name of its folder; undefined where that was not noted. */
export async function readReleaseWords(db: Database, name: string): Promise<WordsSnapshot | undefined> {
  const [row] = await db.select({ content: releases.content }).from(releases).where(eq(releases.name, name));
  return (row?.content ?? undefined) as WordsSnapshot | undefined;
}
