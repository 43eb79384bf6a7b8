import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { idempotencyKeys } from './idempotency.tables.ts';

/**
 * Puts what `change` returns in the place of each reply stored for a user; where that is undefined the reply stays.
 * Replies of an erased account are deleted with it.
 */
export async function changeReplies(tx: Database, userId: string, change: (reply: unknown) => unknown): Promise<void> {
  const ofUser = eq(idempotencyKeys.user_id, userId);
  for (const { key, reply } of await tx.select().from(idempotencyKeys).where(ofUser)) {
    const changed = change(reply);
    if (changed === undefined) continue;
    const ofKey = and(ofUser, eq(idempotencyKeys.key, key));
    await tx.update(idempotencyKeys).set({ reply: changed }).where(ofKey);
  }
}
