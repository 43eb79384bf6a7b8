import { like, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { content } from './content.tables.ts';

/** Addresses of pictures in any revision: each may come back. */
export async function contentPictures(db: Database): Promise<string[]> {
  const text = sql<string>`${content.data}::text`;
  const rows = await db.select({ text }).from(content).where(like(text, '%.webp%'));
  return rows.flatMap((row) => row.text.match(/[^"\\\s]*[0-9a-f]{32}_\d+x\d+\.webp/g) ?? []);
}
