import { and, desc, inArray } from 'drizzle-orm';
import type { PostCard } from '../../contract/blog.ts';
import { commentKeys, newlyCommented } from '../comments/comments.service.ts';
import type { AppContext } from '../context.ts';
import { changesSince, momentOf } from '../publish/changes.service.ts';
import { isPublic } from './blog.service.ts';
import { blogs } from './blog.tables.ts';

interface Cards {
  upto: number;
  whole: boolean;
  posts: PostCard[];
  gone: string[];
}

/** Published posts without their texts, newest first: all of them, or those that changed after the change `since`. */
export async function listCards({ db, clock }: AppContext, since: number | undefined): Promise<Cards> {
  // Asked first: a change that is committed meanwhile is then told twice, never lost.
  const { upto, ids: changed } = await changesSince(db, 'blog', since);
  // An approved comment needs no publishing: it is no change of content. Its post's page shows it all the same.
  const ids = changed && [...new Set([...changed, ...(await newlyCommented(db, await momentOf(db, since ?? 0)))])];
  const { id, slug, title, description, image_url, publish_at, created_at, updated_at } = blogs;
  const rows =
    ids?.length === 0
      ? []
      : await db
          .select({ id, slug, title, description, image_url, publish_at, created_at, updated_at })
          .from(blogs)
          .where(and(isPublic(clock()), ids && inArray(blogs.id, ids)))
          .orderBy(desc(blogs.publish_at), desc(blogs.id));
  const shown = new Set(rows.map((row) => row.id));
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
    gone: ids?.filter((item) => !shown.has(item)) ?? [],
  };
}
