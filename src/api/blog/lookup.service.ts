import { and, eq, inArray, lte } from 'drizzle-orm';
import { id as uuid } from '../../contract/endpoint.ts';
import type { Database } from '../db/connection.ts';
import { blogs } from './blog.tables.ts';

const isPublic = (id: string, now: Date) =>
  and(eq(blogs.id, id), eq(blogs.status, 'published'), lte(blogs.publish_at, now));

/** Whether a post is public right now; text that is no id names none. */
export async function isPublicBlog(db: Database, id: string, now: Date): Promise<boolean> {
  return uuid.safeParse(id).success && (await db.$count(blogs, isPublic(id, now))) > 0;
}

/** The same inside a transaction, to whose end the post then stays. */
export async function holdPublicBlog(tx: Database, id: string, now: Date): Promise<boolean> {
  const rows = await tx.select({ id: blogs.id }).from(blogs).where(isPublic(id, now)).for('key share');
  return rows.length > 0;
}

/** Titles and slugs of posts by id, whatever their state. */
export async function readBlogTitles(
  db: Database,
  ids: string[],
): Promise<Map<string, { title: string; slug: string }>> {
  if (!ids.length) return new Map();
  const rows = await db
    .select({ id: blogs.id, title: blogs.title, slug: blogs.slug })
    .from(blogs)
    .where(inArray(blogs.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}
