import { lt, type SQL, sql } from 'drizzle-orm';
import { dayMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { insertRowsSql, lockByName, queryRows, toJsonb } from '../db/sql.ts';
import { ApiError } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { idempotencyKeys } from './idempotency.tables.ts';
import type { IdempotentRequest } from './request.ts';

/** The reply of an earlier request, and the hash of that request's body. */
export interface StoredReply {
  hash: string;
  reply: unknown;
}

const retentionMs = dayMs;
const oldestValid = (now: Date) => new Date(now.getTime() - retentionMs);

/** Key of a request in `findReplies`. */
export const replayKey = ({ userId, key }: Pick<IdempotentRequest, 'userId' | 'key'>): string => `${userId} ${key}`;

/** Finds the stored replies to these requests, by `replayKey`. Only successes are stored. */
export async function findReplies(
  db: Database,
  requests: IdempotentRequest[],
  now: Date,
): Promise<Map<string, StoredReply>> {
  if (!requests.length) return new Map();
  const keys = requests.map(({ userId, key }) => ({ user_id: userId, key }));
  const rows = await queryRows<{ user_id: string; key: string; body_hash: string; reply: unknown }>(
    db,
    sql`select user_id, key, body_hash, reply from ${idempotencyKeys}
        join (select distinct * from jsonb_to_recordset(${toJsonb(keys)}) as sent(user_id uuid, key text)) requested
        using (user_id, key)
        where created_at >= ${oldestValid(now).toISOString()}::timestamptz`,
  );
  return new Map(
    rows.map(({ user_id, key, body_hash, reply }) => [replayKey({ userId: user_id, key }), { hash: body_hash, reply }]),
  );
}

/**
 * SQL that stores replies and returns a row for each one stored. Where one is missing, another process has just
 * answered the same request, and the caller must roll back.
 */
export function storeRepliesSql(replies: { request: IdempotentRequest; reply: unknown }[], now: Date): SQL {
  const rows = replies
    .map(({ request: { userId, key, hash }, reply }) => ({
      user_id: userId,
      key,
      body_hash: hash,
      reply,
      created_at: now,
    }))
    // Every process inserts in the same order, so that two of them cannot deadlock.
    .toSorted((a, b) => (a.user_id + a.key < b.user_id + b.key ? -1 : 1));
  return sql`${insertRowsSql(idempotencyKeys, rows)}
    on conflict (user_id, key) do update
    set body_hash = excluded.body_hash, reply = excluded.reply, created_at = excluded.created_at
    where ${idempotencyKeys.created_at} < ${oldestValid(now).toISOString()}::timestamptz
    returning ${idempotencyKeys.key}`;
}

/**
 * Does work once for each key of a user: a repeated request gets what the first one returned. That is stored for a day,
 * so it names nobody. Throws `idempotency_mismatch` for a key that came with another body.
 */
export async function doOnce<Reply>(
  { tx, now }: Mutation,
  request: IdempotentRequest | undefined,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!request) return work();
  const key = replayKey(request);
  // Of two at once the second one waits here and finds the reply.
  await lockByName(tx, `request ${key}`);
  const stored = (await findReplies(tx, [request], now)).get(key);
  if (stored && stored.hash !== request.hash) throw new ApiError('idempotency_mismatch');
  if (stored) return stored.reply as Reply;
  const reply = await work();
  await tx.execute(storeRepliesSql([{ request, reply }], now));
  return reply;
}

/** A mutation that does its work once, as `doOnce`. */
export const mutateOnce = <Reply>(
  ctx: AppContext,
  actorId: string,
  request: IdempotentRequest | undefined,
  work: (mutation: Mutation) => Promise<Reply>,
): Promise<Reply> => mutate(ctx, actorId, (mutation) => doOnce(mutation, request, () => work(mutation)));

/** Deletes replies whose requests can no longer be repeated. */
export async function deleteExpiredReplies(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, oldestValid(now)));
}
