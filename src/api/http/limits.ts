import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { Refusal } from '../errors.ts';

/** A limit counted per time: `points` per `seconds` for one key. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
}

export interface Limits {
  /** Counts one; throws `too_many_requests` with `Retry-After` when that is one too many. */
  take(limit: Limit, key: string): Promise<void>;
  /** Throws like `take`, without counting. */
  check(limit: Limit, key: string): Promise<void>;
  /** Forgets the count, as after a success. */
  clear(limit: Limit, key: string): Promise<void>;
}

/** Counters in the database: shared by all processes, alive after a restart, one atomic statement each. */
export function createLimits(db: Database, clock: () => Date, factor: number): Limits {
  const most = (limit: Limit) => Math.max(1, Math.floor(limit.points * factor));
  const refuse = (until: Date | string, now: Date) =>
    new Refusal('too_many_requests', {}, Math.max(1, Math.ceil((new Date(until).getTime() - now.getTime()) / 1000)));
  return {
    async take(limit, key) {
      const now = clock();
      const end = new Date(now.getTime() + limit.seconds * 1000);
      const { rows } = (await db.execute(sql`
        insert into app.rate_limits as l (key, points, expires_at)
        values (${`${limit.name}:${key}`}, 1, ${end.toISOString()}::timestamptz)
        on conflict (key) do update set
          points = case when l.expires_at <= ${now.toISOString()}::timestamptz then 1 else least(l.points, 1000000) + 1 end,
          expires_at = case when l.expires_at <= ${now.toISOString()}::timestamptz then excluded.expires_at else l.expires_at end
        returning points, expires_at`)) as unknown as { rows: { points: number; expires_at: string }[] };
      const row = rows[0];
      if (row && row.points > most(limit)) throw refuse(row.expires_at, now);
    },
    async check(limit, key) {
      const now = clock();
      const { rows } = (await db.execute(sql`
        select points, expires_at from app.rate_limits
        where key = ${`${limit.name}:${key}`} and expires_at > ${now.toISOString()}::timestamptz`)) as unknown as {
        rows: { points: number; expires_at: string }[];
      };
      const row = rows[0];
      if (row && row.points >= most(limit)) throw refuse(row.expires_at, now);
    },
    async clear(limit, key) {
      await db.execute(sql`delete from app.rate_limits where key = ${`${limit.name}:${key}`}`);
    },
  };
}
