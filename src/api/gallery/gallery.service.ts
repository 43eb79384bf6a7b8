import { asc, count, desc, eq, inArray } from 'drizzle-orm';
import type { GallerySet } from '../../contract/gallery.ts';
import { galleryImageLimit, galleryRefusal } from '../../shared/gallery.ts';
import { cleanLine } from '../../shared/text.ts';
import { audit } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { invalid, notFound } from '../errors.ts';
import type { PageRange } from '../paging.ts';
import { recordContentChange } from '../publish/changes.service.ts';
import { withPictures } from '../storage/pictures.ts';
import { galleryImages, gallerySets } from './gallery.tables.ts';

/** Photo sets, newest first by date, then by when they were added (CONTRACT.md 4). */
export async function listGallery(
  { db }: AppContext,
  page?: PageRange,
): Promise<{ rows: GallerySet[]; total: number }> {
  const sets = await db
    .select()
    .from(gallerySets)
    .orderBy(desc(gallerySets.date), desc(gallerySets.created_at), desc(gallerySets.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(gallerySets) : [{ total: sets.length }];
  return { rows: await withImages(db, sets), total: counted?.total ?? 0 };
}

/** Sets with their pictures in order. */
export async function withImages(db: Database, sets: (typeof gallerySets.$inferSelect)[]): Promise<GallerySet[]> {
  const ids = sets.map((set) => set.id);
  const images = ids.length
    ? await db
        .select()
        .from(galleryImages)
        .where(inArray(galleryImages.set_id, ids))
        .orderBy(asc(galleryImages.position))
    : [];
  const bySet = Map.groupBy(images, (image) => image.set_id);
  return sets.map((set) => ({ ...set, gallery_images: bySet.get(set.id) ?? [] }));
}

/** A photo set as the form sends it; `alt` in the order of the pictures, shorter where words are missing. */
export interface NewGallerySet {
  title: string;
  description: string;
  date: string;
  category: GallerySet['category'];
  alt: string[];
}

/** Adds a photo set of one to seven pictures, all or none. Throws `invalid`, `bad_image`, `too_large`. */
export async function addGallerySet(
  ctx: AppContext,
  actorId: string,
  { alt, ...set }: NewGallerySet,
  files: File[],
): Promise<GallerySet> {
  if (files.length < 1 || files.length > galleryImageLimit) throw invalid({ image: galleryRefusal });
  const added = await withPictures(ctx, files, (urls) =>
    ctx.db.transaction(async (tx) => {
      const created_at = ctx.clock();
      const [row] = await tx
        .insert(gallerySets)
        .values({ ...set, created_at })
        .returning();
      const set_id = row?.id as string;
      const gallery_images = await tx
        .insert(galleryImages)
        .values(
          urls.map((image_url, index) => ({
            set_id,
            position: index + 1,
            image_url,
            alt: cleanLine(alt[index] ?? ''),
          })),
        )
        .returning();
      await audit(tx, {
        actorId,
        action: 'add',
        entity: 'gallery_set',
        entityId: set_id,
        after: { title: set.title, date: set.date, category: set.category, pictures: urls.length },
      });
      await recordContentChange(tx, 'gallery', set_id);
      return { ...set, id: set_id, gallery_images: gallery_images.sort((a, b) => a.position - b.position) };
    }),
  );
  ctx.events.emit('gallery');
  return added;
}

/** Deletes a photo set; its pictures are collected later, as the published page still shows them. Throws `not_found`. */
export async function deleteGallerySet(ctx: AppContext, actorId: string, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.delete(gallerySets).where(eq(gallerySets.id, id)).returning();
    if (!row) throw notFound();
    const { title, date, category } = row;
    await audit(tx, {
      actorId,
      action: 'delete',
      entity: 'gallery_set',
      entityId: id,
      before: { title, date, category },
    });
    await recordContentChange(tx, 'gallery', id);
  });
  ctx.events.emit('gallery');
}

/** Addresses of the pictures that photo sets show. */
export async function galleryPictures(db: Database): Promise<string[]> {
  const rows = await db.select({ url: galleryImages.image_url }).from(galleryImages);
  return rows.map(({ url }) => url);
}
