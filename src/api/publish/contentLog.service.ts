import { and, eq, gt, sql } from 'drizzle-orm';
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
 * Id of the latest content change, such that no smaller id can become visible later. Ids are assigned before the commit,
 * so it waits for all transactions that record one; a change that appeared later would never be published.
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

/** More changed ids than this are reported as "everything". */
const maxIds = 500;

/**
 * Ids that changed in a room after the content change `since`. `ids` is undefined if they are unknown: no `since`, too
 * many, or a change without an id. `cursor` is the `since` of the next call.
 */
export async function changesSince(
  db: Database,
  room: ContentRoom,
  since: number | undefined,
): Promise<{ cursor: number; ids: string[] | undefined }> {
  const cursor = await latestCommittedId(db);
  if (since === undefined || since > cursor) return { cursor, ids: undefined };
  const rows = await db
    .selectDistinct({ id: contentChanges.entity_id })
    .from(contentChanges)
    .where(and(eq(contentChanges.room, room), gt(contentChanges.id, since)))
    .limit(maxIds + 1);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return { cursor, ids: rows.length > maxIds || ids.length < rows.length ? undefined : ids };
}

/** The moment a content change was recorded at. */
export async function changeTime(db: Database, id: number): Promise<Date> {
  const [row] = await db.select({ at: contentChanges.at }).from(contentChanges).where(eq(contentChanges.id, id));
  return row?.at ?? new Date(0);
}
