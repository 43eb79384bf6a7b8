import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { contentChanges } from './publish.tables.ts';

export type ContentRoom = (typeof contentChanges.$inferInsert)['room'];

/** Advisory lock of the database: shared by whoever records a change, until the commit. */
const recording = 20_261_121;

/**
 * Marks the site as having unpublished work. Call it in the transaction of every change of content that pages show;
 * after the commit tell the room's topic, which also lets publishing know.
 */
export async function recordContentChange(tx: Database, room: ContentRoom, entityId?: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${recording})`);
  await tx.insert(contentChanges).values({ room, entity_id: entityId ?? null });
}

/**
 * The newest change, once every change that was begun before it can be seen too: numbers are given before the commit,
 * and one that comes to light after a higher one was published would wait for ever.
 */
export async function newestSettled(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${recording})`);
    const [row] = await tx
      .select({ id: sql<number>`coalesce(max(${contentChanges.id}), 0)::int` })
      .from(contentChanges);
    return row?.id ?? 0;
  });
}

/** More changes than this are not worth telling apart. */
const most = 500;

/**
 * What changed in a room after the change `since`, up to the newest one of any room. `ids` is undefined where it cannot
 * be told by ids.
 */
export async function changesSince(
  db: Database,
  room: ContentRoom,
  since: number | undefined,
): Promise<{ upto: number; ids: string[] | undefined }> {
  const upto = await newestSettled(db);
  if (since === undefined || since > upto) return { upto, ids: undefined };
  const rows = await db
    .selectDistinct({ id: contentChanges.entity_id })
    .from(contentChanges)
    .where(and(eq(contentChanges.room, room), gt(contentChanges.id, since)))
    .limit(most + 1);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return { upto, ids: rows.length > most || ids.length < rows.length ? undefined : ids };
}

/** When a change was recorded. */
export async function momentOf(db: Database, id: number): Promise<Date> {
  const [row] = await db.select({ at: contentChanges.at }).from(contentChanges).where(eq(contentChanges.id, id));
  return row?.at ?? new Date(0);
}
