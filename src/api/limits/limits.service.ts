import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { readRows } from '../db/rows.ts';
import { ApiError } from '../errors.ts';
import { sha256Short } from '../hash.ts';
import { rateLimits } from './limits.tables.ts';

/** A limit counted per time: `points` per `seconds` for one key. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
  /** Once the points are used up, closed this many seconds, twice as long each further time (at most a day). */
  lock?: number;
  /** What people past it read instead of the general sentence. */
  message?: string;
}

export type Take = [limit: Limit, key: string];

export interface Limits {
  /** Counts one; throws `too_many_requests` with `Retry-After`, counting nothing, when that would be one too many. */
  take(limit: Limit, key: string): Promise<void>;
  /** Takes one of each, or none where one of them refuses. */
  takeAll(takes: Take[]): Promise<void>;
  /** Takes a count back: what was taken for turned out not to count. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** Throws like `take`, without counting. */
  check(limit: Limit, key: string): Promise<void>;
  /** Forgets the count and the length of the lock, as after a success. */
  clear(limit: Limit, key: string): Promise<void>;
  /** After a success, both at once: clears the one and gives the other back. */
  succeed(cleared: Take, givenBack: Take): Promise<void>;
}

const day = 86_400;

/** Counters in the database: shared by all processes, alive after a restart, one atomic statement each. */
export function createLimits(db: Database, clock: () => Date, factor: number): Limits {
  const most = (limit: Limit) => Math.max(1, Math.floor(limit.points * factor));
  const at = (date: Date, seconds = 0) => sql`${new Date(date.getTime() + seconds * 1000).toISOString()}::timestamptz`;

  async function refusal({ message }: Limit, key: string, now: Date): Promise<ApiError> {
    const rows = await readRows<{ expires_at: string }>(
      db,
      sql`select expires_at from ${rateLimits} where key = ${key}`,
    );
    const left = (new Date(rows[0]?.expires_at ?? now).getTime() - now.getTime()) / 1000;
    return new ApiError('too_many_requests', message ? { message } : {}, Math.max(1, Math.ceil(left)));
  }

  /** Counts one unless that would be one too many, or `after` did not count; answers a row if it did. */
  function taking([limit, key]: Take, now: Date, after?: SQL): SQL {
    const over = sql`l.expires_at <= ${at(now)}`;
    // How often it was locked lately; a day of quiet is forgiven.
    const level = sql`case when l.expires_at <= ${at(now, -day)} then 0 else l.level end`;
    const points = sql`case when ${over} then 1 else l.points + 1 end`;
    const locks = limit.lock ? sql`${points} >= ${most(limit)}` : sql`false`;
    const lock = sql`${at(now)} + least(${limit.lock ?? 0}::int * 2 ^ (${level}), ${day}) * interval '1 second'`;
    const first = limit.lock && most(limit) === 1 ? limit.lock : limit.seconds;
    return sql`
      insert into ${rateLimits} as l (key, points, level, expires_at)
      select ${keyOf(limit, key)}, 1, ${first === limit.lock ? 1 : 0}::int, ${at(now, first)}
      ${after ? sql`where exists (select from ${after})` : sql``}
      on conflict (key) do update set
        points = ${points},
        level = (${level}) + case when ${locks} then 1 else 0 end,
        expires_at = case when ${locks} then ${lock} when ${over} then excluded.expires_at else l.expires_at end
      where ${over} or l.points < ${most(limit)}
      returning points`;
  }

  const clearing = ([limit, key]: Take) => sql`delete from ${rateLimits} where key = ${keyOf(limit, key)}`;

  const givingBack = ([limit, key]: Take) => sql`
    update ${rateLimits} set points = points - 1
    where key = ${keyOf(limit, key)} and points > 0 and expires_at > ${at(clock())}`;

  async function takeAll(takes: Take[]): Promise<void> {
    const now = clock();
    const names = takes.map((_, index) => sql`${sql.identifier(`take${index}`)}`);
    const steps = takes.map((take, index) => sql`${names[index]} as (${taking(take, now, names[index - 1])})`);
    const counts = names.map((name) => sql`(select count(*)::int from ${name})`);
    const [row] = await readRows<{ taken: number }>(
      db,
      sql`with ${sql.join(steps, sql`, `)} select ${sql.join(counts, sql` + `)} as taken`,
    );
    const refusing = takes[row?.taken ?? 0];
    if (!refusing) return;
    for (const earlier of takes.slice(0, row?.taken)) await db.execute(givingBack(earlier));
    throw await refusal(refusing[0], keyOf(...refusing), now);
  }

  return {
    take: (limit, key) => takeAll([[limit, key]]),
    takeAll,
    async check(limit, key) {
      const now = clock();
      const rows = await readRows<{ points: number }>(
        db,
        sql`select points from ${rateLimits} where key = ${keyOf(limit, key)} and expires_at > ${at(now)}`,
      );
      if ((rows[0]?.points ?? 0) >= most(limit)) throw await refusal(limit, keyOf(limit, key), now);
    },
    async giveBack(limit, key) {
      await db.execute(givingBack([limit, key]));
    },
    async clear(limit, key) {
      await db.execute(clearing([limit, key]));
    },
    async succeed(cleared, givenBack) {
      await db.execute(sql`with cleared as (${clearing(cleared)}) ${givingBack(givenBack)}`);
    },
  };
}

/** Forgets counters that no longer count, once their locks are forgiven too. */
export async function sweepLimits(db: Database, now: Date): Promise<void> {
  await db.execute(
    sql`delete from ${rateLimits} where expires_at <= ${new Date(now.getTime() - day * 1000).toISOString()}::timestamptz`,
  );
}

/** Keys are e-mail and IP addresses: only their hash is kept. */
const keyOf = ({ name }: Limit, key: string) => `${name}:${sha256Short(key)}`;
