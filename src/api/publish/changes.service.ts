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
