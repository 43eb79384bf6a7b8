import { and, desc, inArray } from 'drizzle-orm';
import type { PostCards } from '../../contract/blog.ts';
import { commentKeys, postsWithNewComments } from '../comments/comments.service.ts';
import type { AppContext } from '../context.ts';
import { changesSince, changeTime } from '../publish/contentLog.service.ts';
import { isPublic } from './blog.service.ts';
import { blogs } from './blog.tables.ts';

/** Lists public posts without their content, newest first: all of them, or those changed after the content change `since`. */
export async function listPostCards({ db, clock }: AppContext, since: number | undefined): Promise<PostCards> {
  // Read before the posts: a change committed in between is then reported twice, never missed.
  const { cursor: upto, ids: changed } = await changesSince(db, 'blog', since);
  // An approved comment is no content change, but the post's page shows it.
  const ids = changed && [
    ...new Set([...changed, ...(await postsWithNewComments(db, await changeTime(db, since ?? 0)))]),
  ];
  const { id, slug, title, description, image_url, publish_at, created_at, updated_at } = blogs;
  const rows =
    ids?.length === 0
      ? []
      : await db
          .select({ id, slug, title, description, image_url, publish_at, created_at, updated_at })
          .from(blogs)
          .where(and(isPublic(clock()), ids && inArray(blogs.id, ids)))
          .orderBy(desc(blogs.publish_at), desc(blogs.id));
  const publicIds = new Set(rows.map((row) => row.id));
  const comments = await commentKeys(db, ids);
  return {
    upto,
    whole: ids === undefined,
    posts: rows.map((row) => ({
      ...row,
      created_at: (row.publish_at ?? row.created_at).toISOString(),
      updated_at: row.updated_at.toISOString(),
      comments_key: comments.get(row.id) ?? '',
    })),
    gone: ids?.filter((one) => !publicIds.has(one)) ?? [],
  };
}
