import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { Refusal } from '../errors.ts';

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
}

const day = 86_400;

/** Counters in the database: shared by all processes, alive after a restart, one atomic statement each. */
export function createLimits(db: Database, clock: () => Date, factor: number): Limits {
  const most = (limit: Limit) => Math.max(1, Math.floor(limit.points * factor));
  const at = (date: Date, seconds = 0) => sql`${new Date(date.getTime() + seconds * 1000).toISOString()}::timestamptz`;

  async function refusal({ message }: Limit, key: string, now: Date): Promise<Refusal> {
    const rows = await read<{ expires_at: string }>(db, sql`select expires_at from app.rate_limits where key = ${key}`);
    const left = (new Date(rows[0]?.expires_at ?? now).getTime() - now.getTime()) / 1000;
    return new Refusal('too_many_requests', message ? { message } : {}, Math.max(1, Math.ceil(left)));
  }

  async function take(limit: Limit, key: string): Promise<void> {
    const now = clock();
    const kept = keyOf(limit, key);
    const over = sql`l.expires_at <= ${at(now)}`;
    // How often it was locked lately; a day of quiet is forgiven.
    const level = sql`case when l.expires_at <= ${at(now, -day)} then 0 else l.level end`;
    const points = sql`case when ${over} then 1 else l.points + 1 end`;
    const locks = limit.lock ? sql`${points} >= ${most(limit)}` : sql`false`;
    const lock = sql`${at(now)} + least(${limit.lock ?? 0}::int * 2 ^ (${level}), ${day}) * interval '1 second'`;
    const first = limit.lock && most(limit) === 1 ? limit.lock : limit.seconds;
    const taken = await read(
      db,
      sql`insert into app.rate_limits as l (key, points, level, expires_at)
          values (${kept}, 1, ${first === limit.lock ? 1 : 0}, ${at(now, first)})
          on conflict (key) do update set
            points = ${points},
            level = (${level}) + case when ${locks} then 1 else 0 end,
            expires_at = case when ${locks} then ${lock} when ${over} then excluded.expires_at else l.expires_at end
          where ${over} or l.points < ${most(limit)}
          returning points`,
    );
    if (!taken.length) throw await refusal(limit, kept, now);
  }

  const giveBack = async (limit: Limit, key: string) => {
    await db.execute(sql`
      update app.rate_limits set points = points - 1
      where key = ${keyOf(limit, key)} and points > 0 and expires_at > ${at(clock())}`);
  };

  return {
    take,
    giveBack,
    async takeAll(takes) {
      for (const [index, [limit, key]] of takes.entries()) {
        try {
          await take(limit, key);
        } catch (error) {
          for (const [earlier, its] of takes.slice(0, index)) await giveBack(earlier, its);
          throw error;
        }
      }
    },
    async check(limit, key) {
      const now = clock();
      const rows = await read<{ points: number }>(
        db,
        sql`select points from app.rate_limits where key = ${keyOf(limit, key)} and expires_at > ${at(now)}`,
      );
      if ((rows[0]?.points ?? 0) >= most(limit)) throw await refusal(limit, keyOf(limit, key), now);
    },
    async clear(limit, key) {
      await db.execute(sql`delete from app.rate_limits where key = ${keyOf(limit, key)}`);
    },
  };
}

/** Forgets counters that no longer count, once their locks are forgiven too. */
export async function sweepLimits(db: Database, now: Date): Promise<void> {
  await db.execute(
    sql`delete from app.rate_limits where expires_at <= ${new Date(now.getTime() - day * 1000).toISOString()}::timestamptz`,
  );
}

/** Keys are e-mail and IP addresses: only their hash is kept. */
const keyOf = ({ name }: Limit, key: string) => `${name}:${createHash('sha256').update(key).digest('base64url')}`;

async function read<Row>(db: Database, query: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
}
