import { like, sql } from 'drizzle-orm';
import { type ContentName, contentFields } from '../../contract/contentDocuments.ts';
import { isUploaded } from '../../contract/contentFields.ts';
import { type FilledField, readFields } from '../../contract/contentText.ts';
import type { Database } from '../db/connection.ts';
import { findPictures, readStored } from '../storage/pictures.ts';
import type { Storage } from '../storage/storage.ts';
import { content } from './content.tables.ts';

/** Keys of pictures in any revision: each may come back. */
export async function contentPictures(db: Database): Promise<string[]> {
  const text = sql<string>`${content.data}::text`;
  const rows = await db.select({ text }).from(content).where(like(text, '%.webp%'));
  return rows.flatMap((row) => findPictures(row.text));
}

/** The fields of a document whose uploaded picture is not on this site. */
export async function findMissingPictures(
  site: { db: Database; storage: Storage },
  name: ContentName,
  words: Record<string, unknown>,
): Promise<FilledField[]> {
  const fields = [...readFields(contentFields(name), words)];
  const uploaded = fields.filter(({ field, value }) => field.kind === 'picture' && isUploaded(String(value)));
  const urls = uploaded.map(({ value }) => String(value));
  const stored = urls.length ? await readStored(site, urls) : new Set();
  return uploaded.filter(({ value }) => !stored.has(String(value)));
}
