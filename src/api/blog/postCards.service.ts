import { desc } from 'drizzle-orm';
import type { PostCard } from '../../contract/blog.ts';
import { commentKeys } from '../comments/comments.service.ts';
import type { AppContext } from '../context.ts';
import { isPublic } from './blog.service.ts';
import { blogs } from './blog.tables.ts';

/** Lists all public posts without their content, newest first. */
export async function listPostCards({ db, clock }: AppContext): Promise<PostCard[]> {
  const { id, slug, title, description, image_url, publish_at, created_at, updated_at } = blogs;
  const rows = await db
    .select({ id, slug, title, description, image_url, publish_at, created_at, updated_at })
    .from(blogs)
    .where(isPublic(clock()))
    .orderBy(desc(publish_at), desc(id));
  const comments = await commentKeys(db);
  return rows.map((row) => ({
    ...row,
    created_at: (row.publish_at ?? row.created_at).toISOString(),
    updated_at: row.updated_at.toISOString(),
    comments_key: comments.get(row.id) ?? '',
  }));
}
