import { desc } from 'drizzle-orm';
import { dayInIstanbul } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { readPublishRequest } from './publish.service.ts';
import { contentChanges } from './publish.tables.ts';
import { countFailures, type Release, readLatestRelease, readLiveRelease } from './releases.service.ts';

/** Automatic publishing waits until nothing has changed for this long. */
const quietSeconds = 60;
/** Minutes after which a failed release is tried again: the first, second and third time. */
const retryMinutes = [1, 5, 15];
/** Requests within this time are one call of the deploy hook. */
const deployHookSeconds = 3;

/** Returns why a release must be made now; undefined if there is no reason to. */
export async function publishReason(ctx: AppContext): Promise<'requested' | 'quiet' | 'retry' | 'new day' | undefined> {
  const { db, clock, env } = ctx;
  // A moment in the future comes from a clock that was set back; its distance counts.
  const secondsSince = (moment: Date | null) =>
    moment ? Math.abs(clock().getTime() - moment.getTime()) / 1000 : Infinity;
  const { requested_at, automatic } = await readPublishRequest(db);
  if (requested_at) {
    return secondsSince(requested_at) >= (env.deployHookUrl ? deployHookSeconds : 0) ? 'requested' : undefined;
  }
  const [latest, live, change] = [await readLatestRelease(db), await readLiveRelease(db), await readLatestChange(ctx)];
  const failed = latest?.state === 'failed' && change.id <= latest.change_id ? latest : undefined;
  const minutes = failed && retryMinutes[(await countFailures(db, live, failed.change_id)) - 1];
  if (failed && minutes) return secondsSince(failed.finished_at) >= minutes * 60 ? 'retry' : undefined;
  if (!automatic) return undefined;
  const newest = failed ?? live;
  if (change.id > (newest?.change_id ?? 0)) return secondsSince(change.at) >= quietSeconds ? 'quiet' : undefined;
  return isOfEarlierDay(newest, clock()) ? 'new day' : undefined;
}

/** Whether a release was begun before today: pages depend on that day, as past products and the year. */
const isOfEarlierDay = (release: Release | undefined, now: Date): boolean =>
  release !== undefined && dayInIstanbul(beginOf(release)) < dayInIstanbul(now);

/** When a release began. Where the clock was set back, `created_at` (which orders releases) is later than its end. */
const beginOf = ({ created_at, finished_at }: Release): Date =>
  finished_at && finished_at < created_at ? finished_at : created_at;

async function readLatestChange({ db }: AppContext): Promise<{ id: number; at: Date | null }> {
  const { id, at } = contentChanges;
  const [row] = await db.select({ id, at }).from(contentChanges).orderBy(desc(id)).limit(1);
  return row ?? { id: 0, at: null };
}
