import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { type AdminBlog, adminBlog, type BlogEdit, type BlogFilter, type NewBlog } from '../../contract/blog.ts';
import { fold } from '../../shared/fold.ts';
import { withFocus } from '../../shared/pictures.ts';
import { diff } from '../audit/audit.service.ts';
import { assertUnchanged } from '../conflict.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords } from '../db/search.ts';
import { invalid, notFound } from '../errors.ts';
import { mutateOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { requestPublishIfAutomatic } from '../publish/publish.service.ts';
import { freeSlug } from '../slugs.ts';
import { withStoredPictures } from '../storage/pictures.ts';
import { lockRow, moveToTrash } from '../trash/trashRoom.ts';
import { type BlogRow, isPublic, notTrashed, toBlog } from './blog.service.ts';
import { blogs } from './blog.tables.ts';
import { cleanContent, picturesIn } from './postHtml.ts';
import { isGoodPreviewToken, newPreviewToken, postIdOf } from './previewToken.ts';
import { keepVersion } from './versions.service.ts';

export const toAdminBlog = (row: BlogRow, now: Date): AdminBlog => ({
  ...toBlog(row),
  status: row.status === 'draft' ? 'draft' : (row.publish_at as Date) > now ? 'scheduled' : 'published',
  publish_at: row.publish_at?.toISOString() ?? null,
  preview_token: newPreviewToken(row, now),
  updated_at: row.updated_at.toISOString(),
});

/** Lists posts, newest first: of one status, and with every word of `search`, compared folded. */
export async function listAllBlogs(
  { db, clock }: AppContext,
  { search, status }: BlogFilter,
  page?: PageRange,
): Promise<Paged<AdminBlog>> {
  const now = clock();
  const where = and(notTrashed, containsWords(blogs.search, search), status && hasStatus(status, now));
  const newestFirst = [desc(sql`coalesce(${blogs.publish_at}, ${blogs.created_at})`), desc(blogs.id)];
  const query = db
    .select()
    .from(blogs)
    .where(where)
    .orderBy(...newestFirst)
    .$dynamic();
  const { rows, total } = await selectPage(query, page, () => db.$count(blogs, where));
  return { rows: rows.map((row) => toAdminBlog(row, now)), total };
}

const hasStatus = (status: AdminBlog['status'], now: Date): SQL | undefined =>
  ({
    draft: () => eq(blogs.status, 'draft'),
    scheduled: () => and(eq(blogs.status, 'published'), gt(blogs.publish_at, now)),
    published: () => isPublic(now),
  })[status]();

/** Returns one post to edit. Throws `not_found`. */
export const getAnyBlog = ({ db, clock }: AppContext, id: string): Promise<AdminBlog> =>
  findBlog(db, eq(blogs.id, id), clock());

/** Returns a post of any status by a secret link that has not ended, and no newer link. Throws `not_found`. */
export async function previewBlog({ db, clock }: AppContext, token: string): Promise<AdminBlog> {
  const id = postIdOf(token);
  const isIt = id && and(eq(blogs.id, id), notTrashed);
  const [row] = isIt ? await db.select().from(blogs).where(isIt) : [];
  if (!row || !isGoodPreviewToken(token, row, clock())) throw notFound();
  return { ...toAdminBlog(row, clock()), preview_token: token };
}

async function findBlog(db: Database, where: SQL, now: Date): Promise<AdminBlog> {
  const [row] = await db.select().from(blogs).where(and(where, notTrashed));
  if (!row) throw notFound();
  return toAdminBlog(row, now);
}

/**
 * Adds a post, once for each key of a request, published now unless status or moment say otherwise. Throws `invalid`,
 * `bad_image`, `too_large`, `idempotency_mismatch`.
 */
export async function addBlog(
  ctx: AppContext,
  actorId: string,
  fields: NewBlog,
  files: File[],
  request?: IdempotentRequest,
): Promise<AdminBlog> {
  assertOneFile(files);
  const text = toTextColumns(ctx, fields);
  return withStoredPictures(ctx, files, ([picture]) =>
    mutateOnce(ctx, actorId, request, async ({ tx, now, audit, contentChanged, emit }) => {
      const image_url = applyFocus(picture ?? null, fields.focus);
      const words = { ...text, content: text.content ?? '' };
      const values = { ...words, ...toSchedule(fields, undefined, now), image_url, updated_by: actorId };
      const row = await insertWithFreeSlug(tx, { ...values, created_at: now, updated_at: now });
      const { id, title, slug, status } = row;
      await audit({ action: 'add', entity: 'blog', entityId: id, after: { title, slug, status } });
      if (isPublished(row, now)) await contentChanged('blog', id);
      emit('blog');
      return toAdminBlog(row, now);
    }),
  );
}

/** Reads a post to change it. Throws `not_found`, or `edit_conflict` with the `current` post if it is newer. */
export async function lockPost({ tx, now }: Mutation, id: string, updated_at: string | undefined): Promise<BlogRow> {
  const post = await lockRow(tx, blogs, id);
  await assertUnchanged(post.updated_at, updated_at, adminBlog, () => toAdminBlog(post, now));
  return post;
}

/**
 * Edits a post; its slug stays, so that links keep working. Throws `not_found`, `invalid`, `bad_image`, `too_large`,
 * or `edit_conflict` with the `current` post.
 */
export async function editBlog(
  ctx: AppContext,
  actorId: string,
  id: string,
  { image_url, updated_at, ...fields }: BlogEdit,
  files: File[],
): Promise<AdminBlog> {
  assertOneFile(files);
  // Checked before the pictures, whose processing takes seconds.
  if (!(await ctx.db.$count(blogs, and(eq(blogs.id, id), notTrashed)))) throw notFound();
  const text = toTextColumns(ctx, fields);
  return withStoredPictures(ctx, files, ([picture]) =>
    mutate(ctx, actorId, async (mutation) => {
      const { now, audit } = mutation;
      const before = await lockPost(mutation, id, updated_at);
      if (!picture && image_url && image_url !== before.image_url) {
        throw invalid({ image_url: 'Görsel, kayıtlı görselle aynı olmalıdır.' });
      }
      const storedPicture = image_url === '' || image_url === null ? null : before.image_url;
      const pointed = applyFocus(picture ?? storedPicture, fields.focus);
      const words = { ...text, content: text.content ?? before.content };
      const values = { ...words, ...toSchedule(fields, before, now), image_url: pointed };
      const after = await updatePost(mutation, before, values);
      // The log keeps no copy of the content.
      const { content: _, search: __, ...audited } = values;
      await audit({ action: 'update', entity: 'blog', entityId: id, ...diff(before, audited) });
      return toAdminBlog(after, now);
    }),
  );
}

/** Writes an edit, keeps what the post was before, and marks the pages as changed that show it. */
export async function updatePost(
  { tx, now, actorId, contentChanged, emit }: Mutation,
  before: BlogRow,
  values: Partial<BlogRow> & Pick<BlogRow, 'title' | 'description' | 'content' | 'image_url'>,
): Promise<BlogRow> {
  await keepVersion(tx, before, values);
  const edited = { ...values, updated_at: now, updated_by: actorId };
  const [row] = await tx.update(blogs).set(edited).where(eq(blogs.id, before.id)).returning();
  const after = row as BlogRow;
  if (isPublished(before, now) || isPublished(after, now)) await contentChanged('blog', after.id);
  emit('blog');
  return after;
}

/** Moves a post with its comments to the trash. Throws `not_found`. */
export const deleteBlog = (ctx: AppContext, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async (mutation) => {
    const { now, audit, contentChanged, emit } = mutation;
    const row = await moveToTrash(mutation, blogs, id);
    const before = { title: row.title, slug: row.slug, status: row.status };
    await audit({ action: 'delete', entity: 'blog', entityId: id, before });
    if (isPublished(row, now)) await contentChanged('blog', id);
    emit('blog');
    emit('comments');
  });

/**
 * Records the scheduled posts whose moment has come as content changes, each once even if several processes run this,
 * and requests a release where publishing is automatic.
 */
export async function publishScheduledPosts(ctx: AppContext): Promise<void> {
  const published = await mutate(ctx, null, async ({ tx, now, contentChanged }) => {
    const due = and(notTrashed, eq(blogs.released, false), eq(blogs.status, 'published'), lte(blogs.publish_at, now));
    const rows = await tx.update(blogs).set({ released: true }).where(due).returning({ id: blogs.id });
    for (const { id } of rows) await contentChanged('blog', id);
    return rows.length;
  });
  if (published) await requestPublishIfAutomatic(ctx);
}

/** Addresses of the pictures that posts use, above or inside their content. */
export async function blogPictures(db: Database): Promise<string[]> {
  const covers = await db.select({ url: blogs.image_url }).from(blogs).where(isNotNull(blogs.image_url));
  const contents = await db.select({ content: blogs.content }).from(blogs).where(sql`${blogs.content} like '%<img %'`);
  return [...covers.map(({ url }) => url as string), ...contents.flatMap(({ content }) => picturesIn(content))];
}

const applyFocus = (address: string | null, focus: string | undefined): string | null =>
  address && focus ? withFocus(address, focus) : address;

/** Whether pages show a post: changes of drafts and scheduled posts need no release. */
export const isPublished = ({ status, publish_at }: BlogRow, now: Date): boolean =>
  status === 'published' && publish_at !== null && publish_at <= now;

function assertOneFile(files: File[]): void {
  if (files.length > 1) throw invalid({ image: 'Yalnızca bir görsel seçin.' });
}

function toTextColumns({ storage }: AppContext, { title, description, content }: NewBlog) {
  const clean = content === undefined ? undefined : cleanContent(content, storage);
  return { title, description, content: clean, search: fold(`${title} ${description}`) };
}

/**
 * Status and moment of a post to be saved. Without a status it keeps its own, or is published. Without a moment a post
 * that was already public keeps its date, and a scheduled one whose status is sent is published now.
 */
function toSchedule(
  { status: sentStatus, publish_at: sent }: NewBlog,
  before: BlogRow | undefined,
  now: Date,
): { status: 'draft' | 'published'; publish_at: Date | null; released: boolean } {
  const status = sentStatus ?? before?.status ?? 'published';
  const stored = before?.publish_at ?? null;
  const wasPublic = before !== undefined && (before.released || isPublished(before, now));
  if (status === 'draft') return { status, publish_at: sent ? new Date(sent) : stored, released: wasPublic };
  const unchanged = stored && (wasPublic || !sentStatus) ? stored : now;
  const publish_at = sent ? new Date(sent) : unchanged;
  return { status, publish_at, released: publish_at <= now };
}

/** Inserts a post under the first free slug, also when somebody else takes a slug at the same time. */
async function insertWithFreeSlug(
  tx: Database,
  values: Omit<typeof blogs.$inferInsert, 'slug' | 'preview_token'>,
): Promise<BlogRow> {
  let row: BlogRow | undefined;
  await freeSlug(values.title, 'yazi', async (slug) => {
    [row] = await tx
      .insert(blogs)
      .values({ ...values, slug, preview_token: randomBytes(24).toString('base64url') })
      .onConflictDoNothing({ target: blogs.slug, where: notTrashed })
      .returning();
    return row === undefined;
  });
  return row as BlogRow;
}
