import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import { ApiError } from '../errors.ts';
import { rateLimits } from './limits.tables.ts';

/** Allows `points` per `seconds` for one key. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
  /** Seconds a key is refused once its points are used up; doubles with each further lock, up to a day. */
  lockSeconds?: number;
  /** Points of the wider IPv6 networks the caller lies in; ten times `points` if missing. */
  widePoints?: number;
  /** Replaces the general message of `too_many_requests`. */
  message?: string;
}

/** A limit and the key (an address, an account) it is counted for. */
export type LimitCheck = [limit: Limit, key: string];

export interface Limits {
  /** Counts one. Throws `too_many_requests` with `Retry-After`, and counts nothing, when no point is left. */
  consume(limit: Limit, key: string): Promise<void>;
  /** Counts one of each, or none where one of them has no point left. */
  consumeAll(checks: LimitCheck[]): Promise<void>;
  /** Throws like `consume`, without counting. */
  check(limit: Limit, key: string): Promise<void>;
  /** How much is counted for each check at present, and whether no point is left. */
  read(checks: LimitCheck[]): Promise<{ points: number; isUsedUp: boolean }[]>;
  /** Clears the count and the doubling of the lock. */
  reset(limit: Limit, key: string): Promise<void>;
  /** `reset` of some checks, and undoes one `consume` of others, in one statement. */
  resetAndRefund(toReset: LimitCheck[], toRefund: LimitCheck[]): Promise<void>;
}

const daySeconds = 86_400;
/** The most an integer column counts to. */
const maxInteger = 2_147_483_647;

/** Limits counted in the database: shared by all processes, kept over a restart, one atomic statement per call. */
export function createLimits(
  db: Database,
  clock: () => Date,
  factor: number,
  fingerprint: (text: string) => string,
): Limits {
  /** Keys hold e-mail and IP addresses, so only their keyed hash is stored. */
  const storedKey = ({ name }: Limit, key: string) => `${name}:${fingerprint(`limit ${key}`)}`;
  const maxPoints = (limit: Limit) => Math.min(maxInteger, Math.max(1, Math.floor(limit.points * factor)));
  const at = (date: Date, seconds = 0) => sql`${new Date(date.getTime() + seconds * 1000).toISOString()}::timestamptz`;

  async function limitError({ message }: Limit, key: string, now: Date): Promise<ApiError> {
    const rows = await queryRows<{ expires_at: string }>(
      db,
      sql`select expires_at from ${rateLimits} where key = ${key}`,
    );
    const left = (new Date(rows[0]?.expires_at ?? now).getTime() - now.getTime()) / 1000;
    return new ApiError('too_many_requests', message ? { message } : {}, { retryAfter: Math.max(1, Math.ceil(left)) });
  }

  /** Counts one, and returns a row, if a point is left and the step `after` returned a row. */
  function consumeSql([limit, key]: LimitCheck, now: Date, after?: SQL): SQL {
    const { seconds, lockSeconds } = limit;
    const expired = sql`l.expires_at <= ${at(now)}`;
    // How often the key was locked in a row; a day without a lock starts over.
    const level = sql`case when l.expires_at <= ${at(now, -daySeconds)} then 0 else l.level end`;
    const points = sql`case when ${expired} then 1 else l.points + 1 end`;
    const locks = lockSeconds ? sql`${points} >= ${maxPoints(limit)}` : sql`false`;
    const lockEnd = sql`${at(now)} + least(${lockSeconds ?? 0}::int * 2 ^ (${level}), ${daySeconds}) * interval '1 second'`;
    const firstSeconds = lockSeconds && maxPoints(limit) === 1 ? lockSeconds : seconds;
    return sql`
      insert into ${rateLimits} as l (key, points, level, expires_at)
      select ${storedKey(limit, key)}, 1, ${firstSeconds === lockSeconds ? 1 : 0}::int, ${at(now, firstSeconds)}
      ${after ? sql`where exists (select from ${after})` : sql``}
      on conflict (key) do update set
        points = ${points},
        level = (${level}) + case when ${locks} then 1 else 0 end,
        expires_at = case when ${locks} then ${lockEnd} when ${expired} then excluded.expires_at else l.expires_at end
      where ${expired} or l.points < ${maxPoints(limit)}
      returning points`;
  }

  const isAnyOfKeys = (checks: LimitCheck[]) =>
    checks.length ? sql`key in ${checks.map((check) => storedKey(...check))}` : sql`false`;

  const resetSql = (checks: LimitCheck[]) => sql`delete from ${rateLimits} where ${isAnyOfKeys(checks)}`;

  // Locks rows in the order in which `consumeAll` counts: callers of one wide network would wait in a circle else.
  async function resetAndRefund(toReset: LimitCheck[], toRefund: LimitCheck[]): Promise<void> {
    const now = clock();
    const keys = [...toReset, ...toRefund].map((check) => storedKey(...check));
    const isLocked = sql`key in (select key from locked)`;
    const refunds = toRefund.map(([limit, key]) => ({
      refunded: storedKey(limit, key),
      lock_at: limit.lockSeconds ? maxPoints(limit) : null,
      // The time that the lock replaced is not known: the points that stay count for a whole one from now.
      unlocked_until: new Date(now.getTime() + limit.seconds * 1000),
    }));
    await db.execute(sql`
      with locked as (
        select key from ${rateLimits} l join unnest(${sql.param(keys)}::text[]) with ordinality as asked (key, place)
        using (key) order by place for update of l),
      reset as (${resetSql(toReset)} and ${isLocked})
      update ${rateLimits} set
        points = points - 1,
        level = greatest(level - (points >= lock_at)::int, 0),
        expires_at = case when points >= lock_at then unlocked_until else expires_at end
      from jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb)
        as refund(refunded text, lock_at int, unlocked_until timestamptz)
      where key = refunded and ${isLocked} and points > 0 and expires_at > ${at(now)}`);
  }

  async function consumeAll(checks: LimitCheck[]): Promise<void> {
    const now = clock();
    const names = checks.map((_, index) => sql`${sql.identifier(`check${index}`)}`);
    const steps = checks.map((check, index) => sql`${names[index]} as (${consumeSql(check, now, names[index - 1])})`);
    const counts = names.map((name) => sql`(select count(*)::int from ${name})`);
    const [row] = await queryRows<{ consumed: number }>(
      db,
      sql`with ${sql.join(steps, sql`, `)} select ${sql.join(counts, sql` + `)} as consumed`,
    );
    const exhausted = checks[row?.consumed ?? 0];
    if (!exhausted) return;
    if (row?.consumed) await resetAndRefund([], checks.slice(0, row.consumed));
    throw await limitError(exhausted[0], storedKey(...exhausted), now);
  }

  return {
    consume: (limit, key) => consumeAll([[limit, key]]),
    consumeAll,
    async check(limit, key) {
      const now = clock();
      const rows = await queryRows<{ points: number }>(
        db,
        sql`select points from ${rateLimits} where key = ${storedKey(limit, key)} and expires_at > ${at(now)}`,
      );
      if ((rows[0]?.points ?? 0) >= maxPoints(limit)) throw await limitError(limit, storedKey(limit, key), now);
    },
    async read(checks) {
      const rows = await queryRows<{ key: string; points: number }>(
        db,
        sql`select key, points from ${rateLimits} where ${isAnyOfKeys(checks)} and expires_at > ${at(clock())}`,
      );
      const pointsOf = new Map(rows.map(({ key, points }) => [key, points]));
      return checks.map(([limit, key]) => {
        const points = pointsOf.get(storedKey(limit, key)) ?? 0;
        return { points, isUsedUp: points >= maxPoints(limit) };
      });
    },
    async reset(limit, key) {
      await db.execute(resetSql([[limit, key]]));
    },
    resetAndRefund,
  };
}

/**
 * The checks of one limit for a caller's networks (`networksOf`): the narrowest by the limit itself, the wider ones
 * with more points and without a lock. `about` is what is counted beside the network, an address for example.
 */
export const perNetwork = (limit: Limit, networks: string[], about = ''): LimitCheck[] =>
  networks.map((network, index) => [index ? widen(limit) : limit, `${about} ${network}`.trim()]);

const widen = ({ lockSeconds, ...limit }: Limit): Limit => ({
  ...limit,
  name: `${limit.name}-wide`,
  points: limit.widePoints ?? limit.points * 10,
});

/** Deletes counters a day after they expired, when the doubling of their locks has ended too. */
export async function deleteExpiredLimits(db: Database, now: Date): Promise<void> {
  const end = new Date(now.getTime() - daySeconds * 1000).toISOString();
  await db.execute(sql`delete from ${rateLimits} where expires_at <= ${end}::timestamptz`);
}
