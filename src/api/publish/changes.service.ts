import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { contentChanges } from './publish.tables.ts';

export type Room = (typeof contentChanges.$inferInsert)['room'];

/**
 * Marks the site as having unpublished work. Call it in the transaction of every change of content that pages show;
 * after the commit tell the room's topic, which also lets publishing know.
 */
export async function recordChange(tx: Database, room: Room, entityId?: string): Promise<void> {
  await tx.insert(contentChanges).values({ room, entity_id: entityId ?? null });
}

/** More changes than this are not worth telling apart. */
const most = 500;

/**
 * What changed in a room after the change `since`, up to the newest one of any room. `ids` is undefined where it cannot
 * be told by ids.
 */
export async function changesSince(
  db: Database,
  room: Room,
  since: number | undefined,
): Promise<{ upto: number; ids: string[] | undefined }> {
  const [newest] = await db
    .select({ id: sql<number>`coalesce(max(${contentChanges.id}), 0)::int` })
    .from(contentChanges);
  const upto = newest?.id ?? 0;
  if (since === undefined || since > upto) return { upto, ids: undefined };
  const rows = await db
    .selectDistinct({ id: contentChanges.entity_id })
    .from(contentChanges)
    .where(and(eq(contentChanges.room, room), gt(contentChanges.id, since)))
    .limit(most + 1);
  const ids = rows.flatMap(({ id }) => id ?? []);
  return { upto, ids: rows.length > most || ids.length < rows.length ? undefined : ids };
}
