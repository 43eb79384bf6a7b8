import { desc, eq } from 'drizzle-orm';
import type { AdminGallerySet, GallerySet } from '../../contract/gallery.ts';
import { fold } from '../../shared/fold.ts';
import { galleryImageLimit, galleryRefusal } from '../../shared/gallery.ts';
import { cleanLine } from '../../shared/text.ts';
import { audit, diff } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { sha256Short } from '../hash.ts';
import type { PageRange } from '../paging.ts';
import { recordContentChange } from '../publish/changes.service.ts';
import { withPictures } from '../storage/pictures.ts';
import { type NewGallerySet, withImages } from './gallery.service.ts';
import { galleryImages, gallerySets } from './gallery.tables.ts';

/** A set with what tells this state of it from every other: there is no column that changes with its pictures. */
function toAdminSet({ id, title, description, date, category, gallery_images }: GallerySet): AdminGallerySet {
  const images = gallery_images.map(({ id, image_url, alt }) => ({ id, image_url, alt }));
  const set = { id, title, description, date, category, gallery_images: images };
  return { ...set, version: sha256Short(JSON.stringify(set)).slice(0, 16) };
}

/** Photo sets, newest first: of one category, and of those that have every word of `search`, folded. */
export async function listGallerySets(
  { db }: AppContext,
  { search = '', category }: { search?: string; category?: string },
  page?: PageRange,
): Promise<{ rows: AdminGallerySet[]; total: number }> {
  const all = await db
    .select()
    .from(gallerySets)
    .where(category ? eq(gallerySets.category, category) : undefined)
    .orderBy(desc(gallerySets.date), desc(gallerySets.created_at), desc(gallerySets.id));
  const words = fold(search).split(/\s+/);
  const found = all.filter(({ title, description }) => {
    const text = fold(`${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
  const { offset, limit } = page ?? { offset: 0, limit: found.length };
  const sets = await withImages(db, found.slice(offset, offset + limit));
  return { rows: sets.map(toAdminSet), total: found.length };
}

/** An edited set: `picture` as they shall stand, `alt` beside them, `version` the one the form was opened with. */
export interface GalleryEdit extends NewGallerySet {
  picture: string[];
  version?: string;
}

/**
 * Edits a photo set: its words, and which pictures stand in which order. Pictures taken out are collected later.
 * Throws `not_found`, `invalid`, `bad_image`, `too_large`, or `edit_conflict` with the `current` set.
 */
export async function editGallerySet(
  ctx: AppContext,
  actorId: string,
  id: string,
  { picture, alt, version, ...words }: GalleryEdit,
  files: File[],
): Promise<AdminGallerySet> {
  if (!(await ctx.db.$count(gallerySets, eq(gallerySets.id, id)))) throw notFound();
  const fits = picture.filter((item) => item === 'new').length === files.length;
  if (!fits || picture.length < 1 || picture.length > galleryImageLimit) throw invalid({ image: galleryRefusal });
  const edited = await withPictures(ctx, files, (urls) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(gallerySets).where(eq(gallerySets.id, id)).for('update');
      if (!row) throw notFound();
      const before = await readSet(tx, row);
      if (version && version !== before.version) throw new ApiError('edit_conflict', { current: before });
      await tx.update(gallerySets).set(words).where(eq(gallerySets.id, id));
      await placeImages(tx, before, { picture, alt, urls });
      const after = await readSet(tx, { ...row, ...words });
      const pictures = { before: before.gallery_images.length, after: after.gallery_images.length };
      const told = diff({ ...row, pictures: pictures.before }, { ...words, pictures: pictures.after });
      await audit(tx, { actorId, action: 'update', entity: 'gallery_set', entityId: id, ...told });
      await recordContentChange(tx, 'gallery', id);
      return after;
    }),
  );
  ctx.events.emit('gallery');
  return edited;
}

async function readSet(tx: Database, row: typeof gallerySets.$inferSelect): Promise<AdminGallerySet> {
  const [set] = await withImages(tx, [row]);
  return toAdminSet(set as GallerySet);
}

/** Writes the pictures of a set anew, those that stay under their own ids. Throws `invalid` for one of another set. */
async function placeImages(
  tx: Database,
  { id, gallery_images }: GallerySet,
  { picture, alt, urls }: { picture: string[]; alt: string[]; urls: string[] },
): Promise<void> {
  const stored = new Map(gallery_images.map((image) => [image.id, image.image_url]));
  const added = [...urls];
  const rows = picture.map((item, index) => {
    const image_url = item === 'new' ? added.shift() : stored.get(item);
    if (!image_url) throw invalid({ image: galleryRefusal });
    const place = { set_id: id, position: index + 1, image_url, alt: cleanLine(alt[index] ?? '') };
    return item === 'new' ? place : { ...place, id: item };
  });
  const kept = picture.filter((item) => item !== 'new');
  if (new Set(kept).size < kept.length) throw invalid({ image: galleryRefusal });
  await tx.delete(galleryImages).where(eq(galleryImages.set_id, id));
  await tx.insert(galleryImages).values(rows);
}
