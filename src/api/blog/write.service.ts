import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AdminBlog } from '../../contract/blog.ts';
import { fold } from '../../shared/fold.ts';
import { audit, diff } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { recordContentChange } from '../publish/changes.service.ts';
import { freeSlug } from '../slugs.ts';
import { withPictures } from '../storage/pictures.ts';
import type { BlogRow } from './blog.service.ts';
import { blogs } from './blog.tables.ts';
import { cleanContent } from './content.ts';
import { toAdminBlog } from './desk.service.ts';

/** A post as its form sends it. */
export interface BlogFields {
  title: string;
  description: string;
  content: string;
  status?: 'draft' | 'published';
  publish_at?: string;
}

/** An edited post: `image_url`, where sent, the stored one or blank for none; `updated_at` the one the form was opened with. */
export interface BlogEdit extends BlogFields {
  image_url?: string | null;
  updated_at?: string;
}

/** Adds a post, published now unless its status or moment says otherwise. Throws `invalid`, `bad_image`, `too_large`. */
export async function addBlog(ctx: AppContext, actorId: string, fields: BlogFields, files: File[]): Promise<AdminBlog> {
  refuseSeveral(files);
  const words = toWords(ctx, fields);
  const now = ctx.clock();
  const row = await withPictures(ctx, files, ([picture]) =>
    ctx.db.transaction(async (tx) => {
      const values = { ...words, ...toSchedule(fields, undefined, now), image_url: picture ?? null };
      const saved = await insertWithSlug(tx, { ...values, created_at: now, updated_at: now });
      const { id, title, slug, status } = saved;
      await audit(tx, { actorId, action: 'add', entity: 'blog', entityId: id, after: { title, slug, status } });
      if (isOut(saved, now)) await recordContentChange(tx, 'blog', id);
      return saved;
    }),
  );
  ctx.events.emit('blog');
  return toAdminBlog(row, now);
}

/**
 * Edits a post; its slug stays (CONTRACT.md 6). Throws `not_found`, `invalid`, `bad_image`, `too_large`,
 * or `edit_conflict` with the `current` post.
 */
export async function editBlog(
  ctx: AppContext,
  actorId: string,
  id: string,
  { image_url, updated_at, ...fields }: BlogEdit,
  files: File[],
): Promise<AdminBlog> {
  refuseSeveral(files);
  if (!(await ctx.db.$count(blogs, eq(blogs.id, id)))) throw notFound();
  const words = toWords(ctx, fields);
  const now = ctx.clock();
  const row = await withPictures(ctx, files, ([picture]) =>
    ctx.db.transaction(async (tx) => {
      const [before] = await tx.select().from(blogs).where(eq(blogs.id, id)).for('update');
      if (!before) throw notFound();
      if (updated_at && before.updated_at.toISOString() !== updated_at) {
        throw new ApiError('edit_conflict', { current: toAdminBlog(before, now) });
      }
      if (!picture && image_url && image_url !== before.image_url) {
        throw invalid({ image_url: 'Görsel, kayıtlı görselle aynı olmalıdır.' });
      }
      const kept = image_url === '' || image_url === null ? null : before.image_url;
      const values = { ...words, ...toSchedule(fields, before, now), image_url: picture ?? kept };
      const [saved] = await tx
        .update(blogs)
        .set({ ...values, updated_at: now })
        .where(eq(blogs.id, id))
        .returning();
      const { content: _, search: __, ...told } = diff(before, values).after;
      await audit(tx, {
        actorId,
        action: 'update',
        entity: 'blog',
        entityId: id,
        before: Object.fromEntries(Object.keys(told).map((name) => [name, before[name as keyof BlogRow]])),
        after: told,
      });
      if (isOut(before, now) || isOut(saved as BlogRow, now)) await recordContentChange(tx, 'blog', id);
      return saved as BlogRow;
    }),
  );
  ctx.events.emit('blog');
  return toAdminBlog(row, now);
}

/** Deletes a post with its comments. Throws `not_found`. */
export async function deleteBlog(ctx: AppContext, actorId: string, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.delete(blogs).where(eq(blogs.id, id)).returning();
    if (!row) throw notFound();
    const before = { title: row.title, slug: row.slug, status: row.status };
    await audit(tx, { actorId, action: 'delete', entity: 'blog', entityId: id, before });
    if (isOut(row, ctx.clock())) await recordContentChange(tx, 'blog', id);
  });
  ctx.events.emit('blog');
  ctx.events.emit('comments');
}

/** Whether pages show a post: what happens to a draft, or to one whose day is still to come, is nothing to publish. */
const isOut = ({ status, publish_at }: BlogRow, now: Date): boolean =>
  status === 'published' && publish_at !== null && publish_at <= now;

function refuseSeveral(files: File[]): void {
  if (files.length > 1) throw invalid({ image: 'Yalnızca bir görsel seçin.' });
}

function toWords({ storage }: AppContext, { title, description, content }: BlogFields) {
  return { title, description, content: cleanContent(content, storage), search: fold(`${title} ${description}`) };
}

/**
 * State and moment of a post to be saved. What is sent counts; without a status it keeps its own, or is published.
 * A post that was public once keeps its date when nothing else is sent; one that was only scheduled goes out now.
 */
function toSchedule(
  { status: wanted, publish_at: sent }: BlogFields,
  before: BlogRow | undefined,
  now: Date,
): { status: 'draft' | 'published'; publish_at: Date | null; released: boolean } {
  const status = wanted ?? before?.status ?? 'published';
  const old = before?.publish_at ?? null;
  const own = old && (old <= now || !wanted) ? old : null;
  if (status === 'draft') return { status, publish_at: sent ? new Date(sent) : old, released: false };
  const publish_at = sent ? new Date(sent) : (own ?? now);
  return { status, publish_at, released: publish_at <= now };
}

/** Inserts under the first free slug: a slug taken a moment ago by somebody else is one more that is not free. */
async function insertWithSlug(
  tx: Database,
  values: Omit<typeof blogs.$inferInsert, 'slug' | 'preview_token'>,
): Promise<BlogRow> {
  let saved: BlogRow | undefined;
  await freeSlug(values.title, 'yazi', async (slug) => {
    [saved] = await tx
      .insert(blogs)
      .values({ ...values, slug, preview_token: randomBytes(24).toString('base64url') })
      .onConflictDoNothing({ target: blogs.slug })
      .returning();
    return saved === undefined;
  });
  return saved as BlogRow;
}
