import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { contentChanges } from './publish.tables.ts';

export type ContentRoom = (typeof contentChanges.$inferInsert)['room'];

/** Key of the advisory lock that every transaction with a content change shares until its commit. */
const lockKey = 20_261_121;

/**
 * Records that content shown on pages changed, in the transaction of that change. `mutate` calls it, and emits the
 * room's topic after the commit.
 */
export async function recordContentChange(tx: Database, room: ContentRoom, entityId?: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`);
  await tx.insert(contentChanges).values({ room, entity_id: entityId ?? null });
}

/**
 * Id of the latest content change, such that no smaller id can become visible later. Ids are assigned before the
 * commit, so it waits for all transactions that record one; a change that appeared later would never be published.
 */
export async function latestCommittedId(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    const [row] = await tx
      .select({ id: sql<number>`coalesce(max(${contentChanges.id}), 0)::int` })
      .from(contentChanges);
    return row?.id ?? 0;
  });
}
