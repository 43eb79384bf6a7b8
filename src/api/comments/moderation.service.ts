import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AdminComment } from '../../contract/comments.ts';
import { fold } from '../../shared/fold.ts';
import { audit } from '../account/audit.service.ts';
import { readBlogTitles } from '../blog/lookup.service.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import type { Page } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { recordChange } from '../publish/changes.service.ts';
import { toComment } from './comments.service.ts';
import { comments } from './comments.tables.ts';

type Row = typeof comments.$inferSelect;

const waiting = isNull(comments.approved_at);

/** All comments, newest first: of one status, and of those whose name or words contain `search`, folded. */
export async function listAllComments(
  { db }: Platform,
  { status, search = '' }: { status?: 'pending' | 'approved'; search?: string },
  page?: Page,
): Promise<{ rows: AdminComment[]; total: number }> {
  const wanted = and(
    status && (status === 'pending' ? waiting : isNotNull(comments.approved_at)),
    fold(search) ? sql`strpos(${comments.search}, ${fold(search)}) > 0` : undefined,
  );
  const rows = await db
    .select()
    .from(comments)
    .where(wanted)
    .orderBy(desc(comments.created_at), desc(comments.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(comments).where(wanted) : [{ total: rows.length }];
  return { rows: await withBlogs(db, rows), total: counted?.total ?? 0 };
}

/** Makes a comment public; again is as good as once. Throws `not_found`. */
export async function approveComment(platform: Platform, actorId: string, id: string): Promise<AdminComment> {
  const comment = await platform.db.transaction(async (tx) => {
    const approved_at = sql`coalesce(${comments.approved_at}, ${platform.clock().toISOString()}::timestamptz)`;
    const rows = await tx.update(comments).set({ approved_at }).where(eq(comments.id, id)).returning();
    const [found] = await withBlogs(tx, rows);
    if (!found) throw notFound();
    await audit(tx, { actorId, action: 'approve', entity: 'comment', entityId: id });
    return found;
  });
  platform.changes.tell('comments');
  return comment;
}

/**
 * Deletes a comment for good. A public one may stand in its post's built page, which then waits to be published.
 * Throws `not_found`.
 */
export async function deleteComment(platform: Platform, actorId: string, id: string): Promise<void> {
  const deleted = await platform.db.transaction(async (tx) => {
    const [row] = await tx.delete(comments).where(eq(comments.id, id)).returning();
    if (!row) throw notFound();
    await audit(tx, { actorId, action: 'delete', entity: 'comment', entityId: id });
    if (row.approved_at) await recordChange(tx, 'blog', row.blog_id);
    return row;
  });
  platform.changes.tell('comments');
  if (deleted.approved_at) platform.changes.tell('blog');
}

/** How many comments wait for approval. */
export const countPending = (db: Database): Promise<number> => db.$count(comments, waiting);

async function withBlogs(db: Database, rows: Row[]): Promise<AdminComment[]> {
  const titles = await readBlogTitles(
    db,
    rows.map((row) => row.blog_id),
  );
  return rows.map((row) => ({
    ...toComment(row),
    approved: row.approved_at !== null,
    blogs: titles.get(row.blog_id) ?? { title: '', slug: '' },
  }));
}
