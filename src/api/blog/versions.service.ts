import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { BlogVersion } from '../../contract/blog.ts';
import { isSameJson } from '../../shared/json.ts';
import { readUserNames } from '../account/contacts.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { type BlogRow, notTrashed, postIsThere } from './blog.service.ts';
import { blogs, blogVersions } from './blog.tables.ts';
import { picturesIn } from './postHtml.ts';

/** Versions that a post keeps besides the present one. */
const maxVersions = 30;

type Text = Pick<BlogRow, 'title' | 'description' | 'content' | 'image_url'>;
export const textOf = ({ title, description, content, image_url }: Text): Text => ({
  title,
  description,
  content,
  image_url,
});

/** Keeps what a post was before an edit that changes its words or picture; the oldest beyond the limit goes. */
export async function keepVersion(tx: Database, before: BlogRow, after: Text): Promise<void> {
  if (isSameJson(textOf(before), textOf(after))) return;
  const { id: blog_id, updated_at: saved_at, updated_by: saved_by } = before;
  await tx.insert(blogVersions).values({ blog_id, ...textOf(before), saved_at, saved_by });
  const newest = tx
    .select({ id: blogVersions.id })
    .from(blogVersions)
    .where(eq(blogVersions.blog_id, blog_id))
    .orderBy(desc(blogVersions.saved_at), desc(blogVersions.id))
    .limit(maxVersions);
  await tx.delete(blogVersions).where(and(eq(blogVersions.blog_id, blog_id), notInArray(blogVersions.id, newest)));
}

type VersionRow = typeof blogVersions.$inferSelect;

async function toVersions(db: Database, rows: VersionRow[]): Promise<BlogVersion[]> {
  const names = await readUserNames(db, rows, 'saved_by');
  return rows.map((row) => ({
    ...row,
    saved_at: row.saved_at.toISOString(),
    saved_by: (row.saved_by && names.get(row.saved_by)) || null,
  }));
}

/** Lists what a post was before, newest first. Throws `not_found`. */
export async function listVersions({ db }: AppContext, id: string): Promise<BlogVersion[]> {
  if (!(await db.$count(blogs, and(eq(blogs.id, id), notTrashed)))) throw notFound();
  const { blog_id, saved_at, id: version } = blogVersions;
  const rows = await db.select().from(blogVersions).where(eq(blog_id, id)).orderBy(desc(saved_at), desc(version));
  return toVersions(db, rows);
}

/** Returns one version with its text. Throws `not_found`. */
export async function getVersion({ db }: { db: Database }, id: string, version: string): Promise<BlogVersion> {
  const isIt = and(eq(blogVersions.blog_id, id), eq(blogVersions.id, version), postIsThere(blogVersions.blog_id));
  const rows = await db.select().from(blogVersions).where(isIt);
  const [found] = await toVersions(db, rows);
  if (!found) throw notFound();
  return found;
}

/** Addresses of the pictures in versions, which may come back. */
export async function versionPictures(db: Database): Promise<string[]> {
  const rows = await db.select({ url: blogVersions.image_url, content: blogVersions.content }).from(blogVersions);
  return rows.flatMap(({ url, content }) => [...(url ? [url] : []), ...picturesIn(content)]);
}
