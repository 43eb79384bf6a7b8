import { lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { asJson, insertRows, readRows } from '../db/rows.ts';
import { idempotencyKeys } from './orders.tables.ts';

/** One request as its sender may repeat it. */
export interface Attempt {
  userId: string;
  key: string;
  /** Of the body, see http/idempotency.ts. */
  hash: string;
}

/** How long a success is remembered (CONTRACT.md 1). */
const kept = 24 * 3_600_000;
const oldest = (now: Date) => new Date(now.getTime() - kept);

/** An answer that was kept, and for which body. */
export interface Kept {
  hash: string;
  reply: unknown;
}

/** What tells one request from another. */
export const nameOf = ({ userId, key }: Pick<Attempt, 'userId' | 'key'>): string => `${userId} ${key}`;

/** The answers these requests got before, by `nameOf`: those that succeeded and are not too old. */
export async function findKept(db: Database, attempts: Attempt[], now: Date): Promise<Map<string, Kept>> {
  if (!attempts.length) return new Map();
  const asked = attempts.map(({ userId, key }) => ({ user_id: userId, key }));
  const rows = await readRows<{ user_id: string; key: string; body_hash: string; reply: unknown }>(
    db,
    sql`select user_id, key, body_hash, reply from ${idempotencyKeys}
        join (select distinct * from jsonb_to_recordset(${asJson(asked)}) as sent(user_id uuid, key text)) asked
        using (user_id, key)
        where created_at >= ${oldest(now).toISOString()}::timestamptz`,
  );
  return new Map(
    rows.map(({ user_id, key, body_hash, reply }) => [nameOf({ userId: user_id, key }), { hash: body_hash, reply }]),
  );
}

/**
 * Keeps the answers of successes, as one step of a statement; answers a row for each that was not there yet. Where one
 * is missing another process was quicker with the same request, and the caller must roll back.
 */
export function storeRepliesSql(kept: { attempt: Attempt; reply: unknown }[], now: Date): SQL {
  const rows = kept
    .map(({ attempt: { userId, key, hash }, reply }) => ({
      user_id: userId,
      key,
      body_hash: hash,
      reply,
      created_at: now,
    }))
    // In one order for every process, so that they never wait for each other in a circle.
    .toSorted((a, b) => (a.user_id + a.key < b.user_id + b.key ? -1 : 1));
  return sql`${insertRows(idempotencyKeys, rows)}
    on conflict (user_id, key) do update
    set body_hash = excluded.body_hash, reply = excluded.reply, created_at = excluded.created_at
    where ${idempotencyKeys.created_at} < ${oldest(now).toISOString()}::timestamptz
    returning ${idempotencyKeys.key}`;
}

/** Forgets what is past its time. */
export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, oldest(now)));
}
