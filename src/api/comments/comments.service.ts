import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Comment, NewComment } from '../../contract/comments.ts';
import { fold } from '../../shared/fold.ts';
import { hourMs } from '../../shared/time.ts';
import { isPublicBlog, lockPublicBlog, postIsThere } from '../blog/blog.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { lockByName } from '../db/sql.ts';
import { notFound } from '../errors.ts';
import { looksAutomatic } from '../http/spamGuard.ts';
import { type Limit, perNetwork } from '../limits/limits.service.ts';
import { networksOf } from '../limits/networks.ts';
import { mutate } from '../mutation.ts';
import { notifyPractice, type PracticeNotification } from '../notifications/notifications.service.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { comments } from './comments.tables.ts';

type Row = typeof comments.$inferSelect;

/** Every accepted comment of an address counts. */
const commentLimit: Limit = {
  name: 'comment',
  points: 5,
  seconds: 600,
  message: 'Art arda birkaç yorum gönderdiniz. Lütfen birkaç dakika sonra yeniden deneyin.',
};

export const commentNotification: PracticeNotification = {
  name: 'comment',
  minIntervalSeconds: 3600,
  title: 'Onay bekleyen yeni bir yorum var',
  paragraphs: ['Blogunuza yorum yazıldı. Siz onaylamadan yayınlanmaz.'],
  button: 'Yorumları aç',
  path: '/admin/manage-comments',
};

/** The same text under the same name within this time is sent again: by a double click, or after a lost answer. */
const duplicateMs = hourMs;

export const toComment = (row: Row): Comment => ({
  ...row,
  created_at: row.created_at.toISOString(),
  answered_at: row.answer === null ? null : (row.answered_at?.toISOString() ?? null),
});

/** The condition of comments that are not in the trash, and whose post is not. */
export const isShown = and(isNull(comments.deleted_at), postIsThere(comments.blog_id));

/** Lists approved comments of a post, newest first. Throws `not_found` where the post is not public. */
export async function listComments(
  { db, clock }: AppContext,
  blogId: string,
  page?: PageRange,
): Promise<Paged<Comment>> {
  if (!(await isPublicBlog(db, blogId, clock()))) throw notFound();
  const where = and(eq(comments.blog_id, blogId), isShown, isNotNull(comments.approved_at));
  const query = db.select().from(comments).where(where).orderBy(desc(comments.created_at), desc(comments.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(comments, where));
  return { rows: rows.map(toComment), total };
}

/**
 * Stores a comment that waits for approval and notifies the practice, at most once an hour. Input that looks automatic
 * is dropped silently. `userId` is the account of whoever writes it signed in. Throws `not_found`, `too_many_requests`.
 */
export async function createComment(ctx: AppContext, input: NewComment, ip: string, userId?: string): Promise<void> {
  const { blog_id, name_surname, description } = input;
  if (!(await isPublicBlog(ctx.db, blog_id, ctx.clock()))) throw notFound();
  await ctx.limits.consumeAll(perNetwork(commentLimit, networksOf(ip)));
  if (looksAutomatic(input)) return;
  await mutate(ctx, userId ?? null, async (mutation) => {
    const { tx, now } = mutation;
    if (!(await lockPublicBlog(tx, blog_id, now))) throw notFound();
    // The lock makes the second request of a double click wait until it can see the first one's row.
    await lockByName(tx, JSON.stringify([blog_id, name_surname, description]));
    const duplicate = and(
      eq(comments.blog_id, blog_id),
      eq(comments.name_surname, name_surname),
      eq(comments.description, description),
      isNull(comments.deleted_at),
      gt(comments.created_at, new Date(now.getTime() - duplicateMs)),
    );
    if (await tx.$count(comments, duplicate)) return;
    const search = searchOf(input);
    await tx.insert(comments).values({ blog_id, user_id: userId, name_surname, description, created_at: now, search });
    await notifyPractice(mutation, ctx, commentNotification);
  });
}

/** The folded text that searches of comments look through. */
export const searchOf = ({ name_surname, description }: Pick<Row, 'name_surname' | 'description'>) =>
  fold(`${name_surname} ${description}`);

/** Returns which of these comments are public. */
export async function readPublicIds(db: Database, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const where = and(inArray(comments.id, ids), isShown, isNotNull(comments.approved_at));
  const rows = await db.select({ id: comments.id }).from(comments).where(where);
  return new Set(rows.map(({ id }) => id));
}

/** Returns a fingerprint of the approved comments of each post that has any. */
export async function commentKeys(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .select({
      id: comments.blog_id,
      key: sql<string>`md5(string_agg(concat_ws(' ', ${comments.id}, extract(epoch from ${comments.approved_at}), extract(epoch from ${comments.answered_at}), ${comments.answer} is null), ',' order by ${comments.id}))`,
    })
    .from(comments)
    .where(and(isShown, isNotNull(comments.approved_at)))
    .groupBy(comments.blog_id);
  return new Map(rows.map(({ id, key }) => [id, key]));
}
