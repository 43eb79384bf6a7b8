import { desc, eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import type { Mutation } from '../mutation.ts';
import { comments } from './comments.tables.ts';

/** Returns what somebody wrote with their account, those in the trash too, newest first. */
export async function exportComments(db: Database, userId: string) {
  const rows = await db.select().from(comments).where(eq(comments.user_id, userId)).orderBy(desc(comments.created_at));
  return rows.map(({ id, blog_id, name_surname, description, answer, created_at }) => ({
    id,
    blog_id,
    name_surname,
    description,
    answer,
    created_at: created_at.toISOString(),
  }));
}

/** Deletes what somebody wrote with their account, with its answers, and returns how many comments there were. */
export async function eraseComments({ tx, contentChanged, emit }: Mutation, userId: string): Promise<number> {
  const rows = await tx.delete(comments).where(eq(comments.user_id, userId)).returning();
  const shown = rows.filter(({ approved_at, deleted_at }) => approved_at && !deleted_at);
  for (const blogId of new Set(shown.map(({ blog_id }) => blog_id))) await contentChanged('blog', blogId);
  if (rows.length) emit('comments');
  return rows.length;
}
