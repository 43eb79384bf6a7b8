import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { Refusal } from '../errors.ts';
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

/**
 * Writes down the reply of a success before anybody knows of it. False when the same user's request with this key is
 * there already; a parallel one is waited for.
 */
export async function claimKey(
  tx: Database,
  { userId, key, hash }: Attempt,
  reply: unknown,
  now: Date,
): Promise<boolean> {
  const fresh = { body_hash: hash, reply, created_at: now };
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ user_id: userId, key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotencyKeys.user_id, idempotencyKeys.key],
      set: fresh,
      setWhere: lt(idempotencyKeys.created_at, oldest(now)),
    })
    .returning({ key: idempotencyKeys.key });
  return claimed.length > 0;
}

/** The reply this request got before, if it succeeded then. Throws `idempotency_mismatch` for another body. */
export async function findReply(db: Database, { userId, key, hash }: Attempt, now: Date): Promise<unknown> {
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.key, key)));
  if (!row || row.created_at < oldest(now)) return undefined;
  if (row.body_hash !== hash) throw new Refusal('idempotency_mismatch');
  return row.reply;
}

/** Forgets what is past its time. */
export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, oldest(now)));
}
