import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { readBlogTitles } from '../blog/blog.service.ts';
import { readPublicIds } from '../comments/comments.service.ts';
import type { Database } from '../db/connection.ts';
import type { ServedSite } from '../http/serveSite.ts';
import { contentChanges, releases } from './publish.tables.ts';
import { hashOf } from './renderer/files.ts';

/** A comment in a built page (src/web/comments/CommentItem.astro). Its words are escaped: no tag of theirs ends it. */
const item = /<li class="cmt" data-id="([^"]+)".*?<\/li>/gs;

/**
 * Pages of a release as they are to be served where comments in them are public no more: nobody has to publish for
 * somebody's words to go. Only posts that changed since the release was made are looked at.
 */
export async function cutDeletedComments(
  db: Database,
  { name, folder, files }: Pick<ServedSite, 'name' | 'folder' | 'files'>,
): Promise<ServedSite['cut']> {
  const cut: ServedSite['cut'] = new Map();
  for (const { slug } of (await readBlogTitles(db, await readChangedPosts(db, name))).values()) {
    const file = `blog/${slug}.html`;
    if (!Object.hasOwn(files, file)) continue;
    const page = await readFile(join(folder, file), 'utf8');
    const shown = await readPublicIds(
      db,
      [...page.matchAll(item)].map(([, id]) => id as string),
    );
    const text = page.replace(item, (whole, id) => (shown.has(id) ? whole : ''));
    const data = Buffer.from(text);
    if (text !== page) cut.set(file, { data, entry: [hashOf(data), data.length, 0] });
  }
  return cut;
}

/** Ids of the posts that changed, or whose comments did, since a release was made. */
async function readChangedPosts(db: Database, release: string): Promise<string[]> {
  const made = db.select({ id: releases.change_id }).from(releases).where(eq(releases.name, release));
  const rows = await db
    .selectDistinct({ id: sql<string>`${contentChanges.entity_id}` })
    .from(contentChanges)
    .where(
      and(eq(contentChanges.room, 'blog'), isNotNull(contentChanges.entity_id), gt(contentChanges.id, sql`(${made})`)),
    );
  return rows.map(({ id }) => id);
}
