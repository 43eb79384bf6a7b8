import { and, count, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Comment, NewComment } from '../../contract/comments.ts';
import { fold } from '../../shared/fold.ts';
import { holdPublicBlog, isPublicBlog } from '../blog/lookup.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { looksAutomatic } from '../http/bots.ts';
import { limitKey } from '../http/client.ts';
import type { Limit } from '../limits/limits.service.ts';
import { type Notice, tellPractice } from '../notices/notices.service.ts';
import type { PageRange } from '../paging.ts';
import { comments } from './comments.tables.ts';

type Row = typeof comments.$inferSelect;

/** CONTRACT.md 7: five in ten minutes, every accepted one counted. */
const commentLimit: Limit = {
  name: 'comment',
  points: 5,
  seconds: 600,
  message: 'Art arda birkaç yorum gönderdiniz. Lütfen birkaç dakika sonra yeniden deneyin.',
};

export const commentNotice: Notice = {
  name: 'comment',
  everySeconds: 3600,
  title: 'Onay bekleyen yeni bir yorum var',
  paragraphs: ['Blogunuza yorum yazıldı. Siz onaylamadan yayımlanmaz.'],
  button: 'Yorumları aç',
  path: '/admin/manage-comments',
};

/** The same words under the same name within this time are a double click, not a second comment. */
const twinMilliseconds = 60_000;

export const toComment = (row: Row): Comment => ({ ...row, created_at: row.created_at.toISOString() });

/** Approved comments of a post, newest first. Throws `not_found` where the post is not public. */
export async function listComments(
  { db, clock }: AppContext,
  blogId: string,
  page?: PageRange,
): Promise<{ rows: Comment[]; total: number }> {
  if (!(await isPublicBlog(db, blogId, clock()))) throw notFound();
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

/**
 * Keeps a comment that waits for approval, and tells the practice at most once an hour. What a machine filled in is
 * dropped without a word. Throws `not_found` where the post is not public, `too_many_requests`.
 */
export async function createComment(ctx: AppContext, input: NewComment, ip: string): Promise<void> {
  const now = ctx.clock();
  const { blog_id, name_surname, description } = input;
  if (!(await isPublicBlog(ctx.db, blog_id, now))) throw notFound();
  await ctx.limits.take(commentLimit, limitKey(ip));
  if (looksAutomatic(input)) return;
  await ctx.db.transaction(async (tx) => {
    if (!(await holdPublicBlog(tx, blog_id, now))) throw notFound();
    // Two clicks arrive side by side: the second waits here, then sees the first.
    const words = JSON.stringify([blog_id, name_surname, description]);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${words}, 0))`);
    const twin = and(
      eq(comments.blog_id, blog_id),
      eq(comments.name_surname, name_surname),
      eq(comments.description, description),
      gt(comments.created_at, new Date(now.getTime() - twinMilliseconds)),
    );
    if (await tx.$count(comments, twin)) return;
    const search = searchOf(input);
    await tx.insert(comments).values({ blog_id, name_surname, description, created_at: now, search });
    await tellPractice(tx, ctx, commentNotice);
  });
  ctx.events.emit('mail');
}

/** What a comment is found by: name and words, folded. */
export const searchOf = ({ name_surname, description }: Pick<Row, 'name_surname' | 'description'>) =>
  fold(`${name_surname} ${description}`);

/** By post, a fingerprint of its approved comments; posts without any are not there. `blogIds`: of these posts alone. */
export async function commentKeys(db: Database, blogIds: string[] | undefined): Promise<Map<string, string>> {
  const rows = await db
    .select({
      id: comments.blog_id,
      key: sql<string>`count(*) || ' ' || extract(epoch from max(${comments.approved_at}))`,
    })
    .from(comments)
    .where(and(isNotNull(comments.approved_at), blogIds && inArray(comments.blog_id, blogIds)))
    .groupBy(comments.blog_id);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Posts that got an approved comment after a moment, or just before it: who approves commits a little later. */
export async function newlyCommented(db: Database, since: Date): Promise<string[]> {
  const margin = new Date(since.getTime() - 60_000);
  const rows = await db.selectDistinct({ id: comments.blog_id }).from(comments).where(gt(comments.approved_at, margin));
  return rows.map(({ id }) => id);
}
