import { and, count, desc, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AdminBlog } from '../../contract/blog.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords } from '../db/search.ts';
import { notFound } from '../errors.ts';
import type { PageRange } from '../paging.ts';
import { recordContentChange } from '../publish/changes.service.ts';
import { requestIfAutomatic } from '../publish/publish.service.ts';
import { type BlogRow, isPublic, toBlog } from './blog.service.ts';
import { blogs } from './blog.tables.ts';
import { picturesIn } from './content.ts';

/** A post as whoever writes it sees it. */
export const toAdminBlog = (row: BlogRow, now: Date): AdminBlog => ({
  ...toBlog(row),
  status: row.status === 'draft' ? 'draft' : (row.publish_at as Date) > now ? 'scheduled' : 'published',
  publish_at: row.publish_at?.toISOString() ?? null,
  preview_token: row.preview_token,
  updated_at: row.updated_at.toISOString(),
});

/** All posts, newest first: of one status, and of those that contain every word of `search`, folded. */
export async function listAllBlogs(
  { db, clock }: AppContext,
  { search, status }: { search?: string; status?: AdminBlog['status'] },
  page?: PageRange,
): Promise<{ rows: AdminBlog[]; total: number }> {
  const now = clock();
  const wanted = and(containsWords(blogs.search, search), status && inState(status, now));
  const rows = await db
    .select()
    .from(blogs)
    .where(wanted)
    .orderBy(desc(sql`coalesce(${blogs.publish_at}, ${blogs.created_at})`), desc(blogs.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(blogs).where(wanted) : [{ total: rows.length }];
  return { rows: rows.map((row) => toAdminBlog(row, now)), total: counted?.total ?? 0 };
}

const inState = (status: AdminBlog['status'], now: Date): SQL | undefined =>
  ({
    draft: () => eq(blogs.status, 'draft'),
    scheduled: () => and(eq(blogs.status, 'published'), gt(blogs.publish_at, now)),
    published: () => isPublic(now),
  })[status]();

/** One post to edit, whatever its state. Throws `not_found`. */
export const getAnyBlog = ({ db, clock }: AppContext, id: string): Promise<AdminBlog> =>
  findBlog(db, eq(blogs.id, id), clock());

/** A post by its secret link, whatever its state. Throws `not_found`. */
export const previewBlog = ({ db, clock }: AppContext, token: string): Promise<AdminBlog> =>
  findBlog(db, eq(blogs.preview_token, token), clock());

async function findBlog(db: Database, where: SQL, now: Date): Promise<AdminBlog> {
  const [row] = await db.select().from(blogs).where(where);
  if (!row) throw notFound();
  return toAdminBlog(row, now);
}

/**
 * Publishes the scheduled posts whose moment has come, each once, whoever else looks at the same time; where the owner
 * publishes by hand, they wait for her like any change.
 */
export async function releaseDueBlogs(ctx: AppContext): Promise<void> {
  const released = await ctx.db.transaction(async (tx) => {
    const due = and(eq(blogs.released, false), eq(blogs.status, 'published'), lte(blogs.publish_at, ctx.clock()));
    const rows = await tx.update(blogs).set({ released: true }).where(due).returning({ id: blogs.id });
    for (const { id } of rows) await recordContentChange(tx, 'blog', id);
    return rows.length;
  });
  if (!released) return;
  ctx.events.emit('blog');
  await requestIfAutomatic(ctx);
}

/** Addresses of the pictures that posts show, above or inside their text. */
export async function blogPictures(db: Database): Promise<string[]> {
  const heads = await db.select({ url: blogs.image_url }).from(blogs).where(isNotNull(blogs.image_url));
  const texts = await db.select({ content: blogs.content }).from(blogs).where(sql`${blogs.content} like '%<img %'`);
  return [...heads.map(({ url }) => url as string), ...texts.flatMap(({ content }) => picturesIn(content))];
}
