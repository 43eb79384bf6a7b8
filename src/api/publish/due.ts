import { sql } from 'drizzle-orm';
import { dayInIstanbul } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { lastRelease, liveRelease, readWish } from './publish.service.ts';
import { contentChanges, releases } from './publish.tables.ts';

/** Changes come in bursts; a minute without one ends them. */
const quietSeconds = 60;
/** Minutes after which a failed attempt is repeated, then it waits for somebody. */
const retryMinutes = [1, 5, 15];
/** A deploy hook is called once for everything pressed within this time. */
const burstSeconds = 3;

/** Newest content change there is. */
async function newestChange({ db }: AppContext): Promise<{ id: number; at: Date | null }> {
  const [row] = await db
    .select({ id: contentChanges.id, at: contentChanges.at })
    .from(contentChanges)
    .orderBy(sql`${contentChanges.id} desc`)
    .limit(1);
  return row ?? { id: 0, at: null };
}

/** Whether a release is to be made now, and why. */
export async function whyDue(ctx: AppContext): Promise<'requested' | 'quiet' | 'retry' | 'new day' | undefined> {
  const { db, clock, env } = ctx;
  const seconds = (moment: Date | null) => (moment ? (clock().getTime() - moment.getTime()) / 1000 : Infinity);
  const wish = await readWish(db);
  if (wish.requested_at && seconds(wish.requested_at) >= (env.deployHookUrl ? burstSeconds : 0)) return 'requested';
  if (wish.requested_at) return undefined;
  const [last, live, newest] = [await lastRelease(db), await liveRelease(db), await newestChange(ctx)];
  if (last?.state === 'failed' && newest.id <= last.change_id) {
    const failures = await failuresSince(ctx, live?.created_at);
    const wait = retryMinutes[failures - 1];
    return wait !== undefined && seconds(last.finished_at) >= wait * 60 ? 'retry' : undefined;
  }
  if (!wish.automatic) return undefined;
  if (newest.id > (live?.change_id ?? 0)) return seconds(newest.at) >= quietSeconds ? 'quiet' : undefined;
  // Pages tell the day (events that are over, the year): once a day they are made anew.
  if (live?.finished_at && dayInIstanbul(live.finished_at) < dayInIstanbul(clock())) return 'new day';
  return undefined;
}

async function failuresSince({ db }: AppContext, since: Date | undefined): Promise<number> {
  return db.$count(
    releases,
    sql`${releases.state} = 'failed' and ${releases.created_at} > ${(since ?? new Date(0)).toISOString()}::timestamptz`,
  );
}
