import { and, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { AdminComment, CommentAnswer, CommentFilter } from '../../contract/comments.ts';
import { fold } from '../../shared/fold.ts';
import { readActiveUser } from '../account/account.service.ts';
import { readBlogTitles } from '../blog/blog.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { lockRow, moveToTrash } from '../trash/trashRoom.ts';
import { commentAnsweredMail, commentApprovedMail } from './comments.mails.ts';
import { isShown, toComment } from './comments.service.ts';
import { comments } from './comments.tables.ts';

type Row = typeof comments.$inferSelect;

const isPending = and(isShown, isNull(comments.approved_at));

/** Lists comments, newest first: of one status, and with `search` in name or text, compared folded. */
export async function listAllComments(
  { db }: AppContext,
  { status, search }: CommentFilter,
  page?: PageRange,
): Promise<Paged<AdminComment>> {
  const words = fold(search ?? '');
  const where = and(
    isShown,
    status && (status === 'pending' ? isPending : isNotNull(comments.approved_at)),
    words ? sql`strpos(${comments.search}, ${words}) > 0` : undefined,
  );
  const query = db.select().from(comments).where(where).orderBy(desc(comments.created_at), desc(comments.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(comments, where));
  return { rows: await withBlogs(db, rows), total };
}

/**
 * Makes a comment public and mails whoever wrote it with an account that is active. It needs no publishing: pages read
 * comments from the API. Approving again changes nothing. Throws `not_found`.
 */
export const approveComment = (ctx: AppContext, actorId: string, id: string): Promise<AdminComment> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now, audit, emit } = mutation;
    const isIt = eq(comments.id, id);
    const approved = await tx.update(comments).set({ approved_at: now }).where(and(isIt, isPending)).returning();
    const rows = await tx.select().from(comments).where(and(isIt, isShown));
    const [comment] = await withBlogs(tx, rows);
    if (!comment) throw notFound();
    if (approved[0]) {
      await audit({ action: 'approve', entity: 'comment', entityId: id });
      emit('comments');
      await mailWriter(ctx, mutation, approved[0].user_id, commentApprovedMail, comment);
    }
    return comment;
  });

/**
 * Answers an approved comment under the practice's name; a blank answer removes it. The first answer is mailed to
 * whoever commented with an account that is active. Throws `not_found`, `conflict` before the approval, and
 * `edit_conflict` where another answer was saved since `before` was read; the same one is a repeated call.
 */
export const answerComment = (
  ctx: AppContext,
  actorId: string,
  id: string,
  { answer, before: seen }: CommentAnswer,
): Promise<AdminComment> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now, audit, contentChanged, emit } = mutation;
    const before = await lockRow(tx, comments, id, isShown);
    if (!before.approved_at) throw new ApiError('conflict');
    const stored = before.answer ?? '';
    if (seen !== undefined && seen !== stored && answer !== stored) {
      const [current] = await withBlogs(tx, [before]);
      throw new ApiError('edit_conflict', { current });
    }
    const isFirst = answer !== '' && before.answered_at === null;
    const values = { answer: answer || null, answered_at: answer || before.answered_at ? now : null };
    const rows = await tx.update(comments).set(values).where(eq(comments.id, id)).returning();
    await audit({ action: answer ? 'answer' : 'remove_answer', entity: 'comment', entityId: id });
    await contentChanged('blog', before.blog_id);
    emit('comments');
    const [comment] = (await withBlogs(tx, rows)) as [AdminComment];
    if (isFirst) await mailWriter(ctx, mutation, before.user_id, commentAnsweredMail, comment);
    return comment;
  });

async function mailWriter(
  { env }: AppContext,
  { tx, sendMail }: Mutation,
  userId: string | null,
  toMail: typeof commentAnsweredMail,
  { blogs }: AdminComment,
): Promise<void> {
  const writer = userId ? await readActiveUser(tx, userId) : undefined;
  if (writer) await sendMail(toMail(writer.email, writer.name, `${env.siteUrl}/blog/${blogs.slug}#yorumlar`));
}

/**
 * Moves a comment to the trash. A public one may stand in its post's built page, which then waits to be published.
 * Throws `not_found`.
 */
export const deleteComment = (ctx: AppContext, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async (mutation) => {
    const { audit, contentChanged, emit } = mutation;
    const row = await moveToTrash(mutation, comments, id, isShown);
    await audit({ action: 'delete', entity: 'comment', entityId: id });
    if (row.approved_at) await contentChanged('blog', row.blog_id);
    emit('comments');
  });

export const countPending = (db: Database): Promise<number> => db.$count(comments, isPending);

async function withBlogs(db: Database, rows: Row[]): Promise<AdminComment[]> {
  const blogIds = rows.map((row) => row.blog_id);
  const titles = await readBlogTitles(db, blogIds);
  return rows.map((row) => ({
    ...toComment(row),
    approved: row.approved_at !== null,
    blogs: titles.get(row.blog_id) ?? { title: '', slug: '' },
  }));
}

/** Returns which of these posts have comments besides those in `except`. */
export async function postsWithComments(db: Database, ids: string[], except: string[]): Promise<string[]> {
  const others = and(inArray(comments.blog_id, ids), except.length ? notInArray(comments.id, except) : undefined);
  const rows = await db.selectDistinct({ id: comments.blog_id }).from(comments).where(others);
  return rows.map(({ id }) => id);
}
