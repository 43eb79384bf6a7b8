import { and, count, desc, eq, lte, type SQL } from 'drizzle-orm';
import type { Blog } from '../../contract/blog.ts';
import type { AppContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { PageRange } from '../paging.ts';
import { blogs } from './blog.tables.ts';

export type BlogRow = typeof blogs.$inferSelect;

/** `created_at` of a public post is the moment it became public. */
export const toBlog = (row: BlogRow): Blog => ({
  ...row,
  created_at: (row.publish_at ?? row.created_at).toISOString(),
});

/** What everybody may read at a moment. */
export const isPublic = (now: Date): SQL | undefined => and(eq(blogs.status, 'published'), lte(blogs.publish_at, now));

/** Published posts, newest first; drafts and scheduled ones are not there. */
export async function listBlogs({ db, clock }: AppContext, page?: PageRange): Promise<{ rows: Blog[]; total: number }> {
  const shown = isPublic(clock());
  const rows = await db
    .select()
    .from(blogs)
    .where(shown)
    .orderBy(desc(blogs.publish_at), desc(blogs.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(blogs).where(shown) : [{ total: rows.length }];
  return { rows: rows.map(toBlog), total: counted?.total ?? 0 };
}

/** One published post. Throws `not_found`. */
export async function getBlog({ db, clock }: AppContext, slug: string): Promise<Blog> {
  const [row] = await db
    .select()
    .from(blogs)
    .where(and(eq(blogs.slug, slug), isPublic(clock())));
  if (!row) throw notFound();
  return toBlog(row);
}
