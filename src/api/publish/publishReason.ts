import { desc } from 'drizzle-orm';
import { dayInIstanbul } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { readPublishRequest } from './publish.service.ts';
import { contentChanges } from './publish.tables.ts';
import { countFailures, readLatestRelease, readLiveRelease } from './releases.service.ts';

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
  if (latest?.state === 'failed' && change.id <= latest.change_id) {
    const failures = await countFailures(db, live, latest.change_id);
    const minutes = retryMinutes[failures - 1];
    return minutes !== undefined && secondsSince(latest.finished_at) >= minutes * 60 ? 'retry' : undefined;
  }
  if (!automatic) return undefined;
  if (change.id > (live?.change_id ?? 0)) return secondsSince(change.at) >= quietSeconds ? 'quiet' : undefined;
  // Pages depend on the day: past products, the year.
  if (live?.finished_at && dayInIstanbul(live.finished_at) < dayInIstanbul(clock())) return 'new day';
  return undefined;
}

async function readLatestChange({ db }: AppContext): Promise<{ id: number; at: Date | null }> {
  const { id, at } = contentChanges;
  const [row] = await db.select({ id, at }).from(contentChanges).orderBy(desc(id)).limit(1);
  return row ?? { id: 0, at: null };
}
