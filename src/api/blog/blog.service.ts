import { and, desc, eq, inArray, isNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Blog } from '../../contract/blog.ts';
import { id as uuid } from '../../contract/endpoint.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { blogs } from './blog.tables.ts';

export type BlogRow = typeof blogs.$inferSelect;

/** `created_at` of a public post is the moment it became public. */
export const toBlog = (row: BlogRow): Blog => ({
  ...row,
  created_at: (row.publish_at ?? row.created_at).toISOString(),
});

export const notTrashed = isNull(blogs.deleted_at);

/** The condition of posts that everybody may read at a moment. */
export const isPublic = (now: Date): SQL | undefined =>
  and(notTrashed, eq(blogs.status, 'published'), lte(blogs.publish_at, now));

/** Lists public posts, newest first. */
export async function listBlogs({ db, clock }: AppContext, page?: PageRange): Promise<Paged<Blog>> {
  const where = isPublic(clock());
  const query = db.select().from(blogs).where(where).orderBy(desc(blogs.publish_at), desc(blogs.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(blogs, where));
  return { rows: rows.map(toBlog), total };
}

/** Returns one public post. Throws `not_found`. */
export async function getBlog({ db, clock }: AppContext, slug: string): Promise<Blog> {
  const isIt = and(eq(blogs.slug, slug), isPublic(clock()));
  const [row] = await db.select().from(blogs).where(isIt);
  if (!row) throw notFound();
  return toBlog(row);
}

/** Whether a post is public at a moment; false for text that is no id. */
export async function isPublicBlog(db: Database, id: string, now: Date): Promise<boolean> {
  return uuid.safeParse(id).success && (await db.$count(blogs, and(eq(blogs.id, id), isPublic(now)))) > 0;
}

/** As `isPublicBlog`, and the post cannot be deleted until the transaction ends. */
export async function lockPublicBlog(tx: Database, id: string, now: Date): Promise<boolean> {
  const isIt = and(eq(blogs.id, id), isPublic(now));
  const rows = await tx.select({ id: blogs.id }).from(blogs).where(isIt).for('key share');
  return rows.length > 0;
}

/** Titles and slugs of posts by id, whatever their status. */
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

/** The slugs of all posts, those in the trash included. */
export const readSlugs = async (db: Database): Promise<Set<string>> =>
  new Set((await db.select({ slug: blogs.slug }).from(blogs)).map(({ slug }) => slug));

/** Whether there is a post with this id, as a condition. */
export const postExists = (id: SQLWrapper): SQL => sql`exists (select from ${blogs} where ${blogs.id} = ${id})`;

/** As `postExists`, outside the trash. */
export const postIsThere = (id: SQLWrapper): SQL =>
  sql`exists (select from ${blogs} where ${blogs.id} = ${id} and ${notTrashed})`;
