import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { readBlogTitles, readSlugs } from '../blog/blog.service.ts';
import { readPublicIds } from '../comments/comments.service.ts';
import type { Database } from '../db/connection.ts';
import type { ServedSite } from '../http/serveSite.ts';
import { contentChanges, releases } from './publish.tables.ts';
import { hashOf } from './renderer/releaseFiles.ts';

/** A comment in a built page (src/web/comments/CommentItem.astro). Its words are escaped: no tag of theirs ends it. */
const commentItem = /<li class="cmt" data-id="([^"]+)".*?<\/li>/gs;

/**
 * Returns the pages of a release that show comments which are public no more, without those comments. Only pages of
 * posts that changed or were destroyed since the release was made are read.
 */
export async function cutDeletedComments(
  db: Database,
  { name, folder, files }: Pick<ServedSite, 'name' | 'folder' | 'files'>,
): Promise<ServedSite['replaced']> {
  const replaced: ServedSite['replaced'] = new Map();
  const changed = await readChangedPosts(db, name);
  const posts = await readBlogTitles(db, changed);
  const pages = [...posts.values()].map(({ slug }) => `blog/${slug}.html`);
  // Of a post that was destroyed only the page knows the address.
  if (posts.size < changed.length) pages.push(...(await findPagesWithoutPost(db, Object.keys(files))));
  for (const file of pages) {
    if (!Object.hasOwn(files, file)) continue;
    const page = await readFile(join(folder, file), 'utf8');
    const ids = [...page.matchAll(commentItem)].map(([, id]) => id as string);
    const shown = await readPublicIds(db, ids);
    const text = page.replace(commentItem, (whole, id) => (shown.has(id) ? whole : ''));
    const data = Buffer.from(text);
    if (text !== page) replaced.set(file, { data, entry: [hashOf(data), data.length, 0] });
  }
  return replaced;
}

async function findPagesWithoutPost(db: Database, files: string[]): Promise<string[]> {
  const slugs = await readSlugs(db);
  return files.filter((file) => file.startsWith('blog/') && !slugs.has(file.slice('blog/'.length, -'.html'.length)));
}

/**
 * Ids of the posts that changed, or whose comments did, since a release was made; since ever for one that only this
 * process made, beside a static host.
 */
async function readChangedPosts(db: Database, release: string): Promise<string[]> {
  const made = db.select({ id: releases.change_id }).from(releases).where(eq(releases.name, release));
  const ofPost = and(eq(contentChanges.room, 'blog'), isNotNull(contentChanges.entity_id));
  const rows = await db
    .selectDistinct({ id: sql<string>`${contentChanges.entity_id}` })
    .from(contentChanges)
    .where(and(ofPost, gt(contentChanges.id, sql`coalesce((${made}), 0)`)));
  return rows.map(({ id }) => id);
}
