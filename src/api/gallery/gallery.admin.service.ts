import { and, eq } from 'drizzle-orm';
import type { AdminGallerySet, GalleryEdit, GalleryFilter, GallerySet, NewGallerySet } from '../../contract/gallery.ts';
import { fold } from '../../shared/fold.ts';
import { galleryRefusal, maxGalleryImages } from '../../shared/gallery.ts';
import { withFocus } from '../../shared/pictures.ts';
import { cleanLine } from '../../shared/text.ts';
import { diff } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { sha256Short } from '../hash.ts';
import { mutateOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import { mutate } from '../mutation.ts';
import { type Paged, type PageRange, slicePage } from '../paging.ts';
import { withStoredPictures } from '../storage/pictures.ts';
import { lockRow, moveToTrash } from '../trash/trashRoom.ts';
import { type GallerySetRow, newestFirst, notTrashed, withImages } from './gallery.service.ts';
import { galleryImages, gallerySets } from './gallery.tables.ts';

/** Adds `version`, a hash of the set: edits are compared by it, as no column changes with the pictures. */
function toAdminSet({ id, title, description, date, category, gallery_images }: GallerySet): AdminGallerySet {
  const images = gallery_images.map(({ id, image_url, alt }) => ({ id, image_url, alt }));
  const set = { id, title, description, date, category, gallery_images: images };
  return { ...set, version: sha256Short(JSON.stringify(set)).slice(0, 16) };
}

/** Lists photo sets, newest first: of one category, and with every word of `search`, compared folded. */
export async function listGallerySets(
  { db }: AppContext,
  { search, category }: GalleryFilter,
  page?: PageRange,
): Promise<Paged<AdminGallerySet>> {
  const sets = await db
    .select()
    .from(gallerySets)
    .where(and(notTrashed, category ? eq(gallerySets.category, category) : undefined))
    .orderBy(...newestFirst);
  const words = fold(search ?? '').split(/\s+/);
  const matching = sets.filter(({ title, description }) => {
    const text = fold(`${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
  const { rows, total } = slicePage(matching, page);
  return { rows: (await withImages(db, rows)).map(toAdminSet), total };
}

/**
 * Adds a photo set of one to seven pictures, all or none, once for each key of a request. Throws `invalid`,
 * `bad_image`, `too_large`, `idempotency_mismatch`.
 */
export async function addGallerySet(
  ctx: AppContext,
  actorId: string,
  { alt, focus, ...fields }: NewGallerySet,
  files: File[],
  request?: IdempotentRequest,
): Promise<GallerySet> {
  if (files.length < 1 || files.length > maxGalleryImages) throw invalid({ image: galleryRefusal });
  return withStoredPictures(ctx, files, (urls) =>
    mutateOnce(ctx, actorId, request, async ({ tx, now, audit, contentChanged }) => {
      const values = { ...fields, created_at: now };
      const [row] = await tx.insert(gallerySets).values(values).returning();
      const set = row as GallerySetRow;
      const images = urls.map((image_url, index) => toImage(set.id, index, image_url, { alt, focus }));
      await tx.insert(galleryImages).values(images);
      const { title, date, category } = fields;
      const after = { title, date, category, pictures: urls.length };
      await audit({ action: 'add', entity: 'gallery_set', entityId: set.id, after });
      await contentChanged('gallery', set.id);
      return readSet(tx, set);
    }),
  );
}

/**
 * Edits a photo set: its text, and which pictures it has in which order. Removed pictures are deleted later, as the
 * published page still shows them. Throws `not_found`, `invalid`, `bad_image`, `too_large`, or `edit_conflict` with the
 * `current` set.
 */
export async function editGallerySet(
  ctx: AppContext,
  actorId: string,
  id: string,
  { picture, alt, focus, version, ...fields }: GalleryEdit,
  files: File[],
): Promise<AdminGallerySet> {
  // Checked before the pictures, whose processing takes seconds.
  if (!(await ctx.db.$count(gallerySets, and(eq(gallerySets.id, id), notTrashed)))) throw notFound();
  const filesMatch = picture.filter((item) => item === 'new').length === files.length;
  if (!filesMatch || picture.length < 1 || picture.length > maxGalleryImages) throw invalid({ image: galleryRefusal });
  return withStoredPictures(ctx, files, (urls) =>
    mutate(ctx, actorId, async ({ tx, audit, contentChanged }) => {
      const row = await lockRow(tx, gallerySets, id);
      const before = toAdminSet(await readSet(tx, row));
      if (version && version !== before.version) throw new ApiError('edit_conflict', { current: before });
      await tx.update(gallerySets).set(fields).where(eq(gallerySets.id, id));
      await replaceImages(tx, before, { picture, alt, focus, urls });
      const after = toAdminSet(await readSet(tx, { ...row, ...fields }));
      const pictures = { before: before.gallery_images.length, after: after.gallery_images.length };
      const change = diff({ ...row, pictures: pictures.before }, { ...fields, pictures: pictures.after });
      await audit({ action: 'update', entity: 'gallery_set', entityId: id, ...change });
      await contentChanged('gallery', id);
      return after;
    }),
  );
}

/** Moves a photo set to the trash. Throws `not_found`. */
export const deleteGallerySet = (ctx: AppContext, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async (mutation) => {
    const { audit, contentChanged } = mutation;
    const row = await moveToTrash(mutation, gallerySets, id);
    const { title, date, category } = row;
    await audit({ action: 'delete', entity: 'gallery_set', entityId: id, before: { title, date, category } });
    await contentChanged('gallery', id);
  });

async function readSet(tx: Database, row: GallerySetRow): Promise<GallerySet> {
  const [set] = await withImages(tx, [row]);
  return set as GallerySet;
}

const toImage = (set_id: string, index: number, url: string, { alt, focus }: { alt: string[]; focus: string[] }) => ({
  set_id,
  position: index + 1,
  image_url: focus[index] ? withFocus(url, focus[index]) : url,
  alt: cleanLine(alt[index] ?? ''),
});

/** Rewrites the pictures of a set; kept ones keep their ids. Throws `not_found` for a picture of another set. */
async function replaceImages(
  tx: Database,
  { id, gallery_images }: GallerySet,
  { picture, alt, focus, urls }: { picture: string[]; alt: string[]; focus: string[]; urls: string[] },
): Promise<void> {
  const stored = new Map(gallery_images.map((image) => [image.id, image]));
  const newUrls = urls.values();
  const rows = picture.map((item, index) => {
    const before = stored.get(item);
    const image_url = item === 'new' ? newUrls.next().value : before?.image_url;
    if (!image_url) throw notFound();
    const image = toImage(id, index, image_url, { alt, focus });
    return before ? { ...image, alt: index in alt ? image.alt : before.alt, id: item } : image;
  });
  const keptIds = picture.filter((item) => item !== 'new');
  if (new Set(keptIds).size < keptIds.length) throw invalid({ image: galleryRefusal });
  await tx.delete(galleryImages).where(eq(galleryImages.set_id, id));
  await tx.insert(galleryImages).values(rows);
}
