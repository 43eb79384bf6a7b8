import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { dayMs } from '../../shared/time.ts';
import { postSamples } from '../blog/blog.samples.ts';
import { categorySamples, productSamples } from '../catalog/catalog.samples.ts';
import { commentSamples } from '../comments/comments.samples.ts';
import { serviceSamples } from '../consulting/consulting.samples.ts';
import type { Database } from '../db/connection.ts';
import { queryRows, toJsonb } from '../db/sql.ts';
import { gallerySamples } from '../gallery/gallery.samples.ts';
import { findPictures } from '../storage/pictures.ts';
import type { SampleRoom } from './sampleRoom.ts';
import { samples } from './samples.tables.ts';

export type SampleEntity = (typeof samples.$inferInsert)['entity'];

/** The rooms with sample rows; each is removed before those it refers to, and brought back after them. */
export const sampleRooms: [SampleEntity, SampleRoom][] = [
  ['comment', commentSamples],
  ['post', postSamples],
  ['gallery', gallerySamples],
  ['service', serviceSamples],
  ['product', productSamples],
  ['category', categorySamples],
];

/** Marks every row of these rooms as sample content. Called once it was written into an empty database. */
export async function markSamples(tx: Database): Promise<void> {
  for (const [entity, room] of sampleRooms) {
    const rows = await room.read(tx);
    const values = rows.map(({ id, fingerprint }) => ({ entity, entity_id: id, fingerprint }));
    if (values.length) await tx.insert(samples).values(values);
  }
}

/** Days in which removed samples can be brought back. */
export const copyDays = 30;

/** Forgets what was removed too long ago. */
export async function deleteSampleCopies(db: Database, now: Date): Promise<void> {
  await db.delete(samples).where(lt(samples.removed_at, new Date(now.getTime() - copyDays * dayMs)));
}

/** Keys of pictures in removed samples, which may come back. */
export async function samplePictures(db: Database): Promise<string[]> {
  const rows = await db.select({ copy: samples.copy }).from(samples).where(isNotNull(samples.copy));
  return rows.flatMap(({ copy }) => findPictures(JSON.stringify(copy)));
}

export const isPresent = isNull(samples.removed_at);
export const isRemoved = isNotNull(samples.removed_at);

/** Ids of the marked rows of an entity. */
export async function markedIds(db: Database, entity: SampleEntity, condition = isPresent): Promise<string[]> {
  const isMarked = and(eq(samples.entity, entity), condition);
  const rows = await db.select({ id: samples.entity_id }).from(samples).where(isMarked);
  return rows.map(({ id }) => id);
}

/** Marks rows as removed, with their copies. */
export async function keepCopies(
  tx: Database,
  entity: SampleEntity,
  taken: { id: string; copy: unknown }[],
  now: Date,
): Promise<void> {
  const name = (column: PgColumn) => sql.identifier(column.name);
  await queryRows(
    tx,
    sql`update ${samples} set ${name(samples.copy)} = taken.copy, ${name(samples.removed_at)} = ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${toJsonb(taken)}) as taken (id uuid, copy jsonb)
      where ${samples.entity} = ${entity} and ${samples.entity_id} = taken.id`,
  );
}
