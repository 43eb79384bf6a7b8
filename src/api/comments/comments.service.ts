import { and, count, desc, eq, isNotNull } from 'drizzle-orm';
import type { Comment } from '../../contract/comments.ts';
import type { Page } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { comments } from './comments.tables.ts';

type Row = typeof comments.$inferSelect;

export const toComment = (row: Row): Comment => ({ ...row, created_at: row.created_at.toISOString() });

/** Approved comments of a post, newest first; an unknown post has none. */
export async function listComments(
  { db }: Platform,
  blogId: string,
  page?: Page,
): Promise<{ rows: Comment[]; total: number }> {
  const shown = and(eq(comments.blog_id, blogId), isNotNull(comments.approved_at));
  const rows = await db
    .select()
    .from(comments)
    .where(shown)
    .orderBy(desc(comments.created_at), desc(comments.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(comments).where(shown) : [{ total: rows.length }];
  return { rows: rows.map(toComment), total: counted?.total ?? 0 };
}
