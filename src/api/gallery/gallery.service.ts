import { asc, desc, inArray, isNull } from 'drizzle-orm';
import type { GallerySet } from '../../contract/gallery.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { galleryImages, gallerySets } from './gallery.tables.ts';

export type GallerySetRow = typeof gallerySets.$inferSelect;

/** Newest first by date, then by when they were added. */
export const newestFirst = [desc(gallerySets.date), desc(gallerySets.created_at), desc(gallerySets.id)];

export const notTrashed = isNull(gallerySets.deleted_at);

/** Lists photo sets with their pictures, newest first. */
export async function listGallery({ db }: AppContext, page?: PageRange): Promise<Paged<GallerySet>> {
  const query = db
    .select()
    .from(gallerySets)
    .where(notTrashed)
    .orderBy(...newestFirst);
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(gallerySets, notTrashed));
  return { rows: await withImages(db, rows), total };
}

/** Adds the pictures of each set, in their order. */
export async function withImages(db: Database, sets: GallerySetRow[]): Promise<GallerySet[]> {
  const ids = sets.map((set) => set.id);
  const ofSets = inArray(galleryImages.set_id, ids);
  const images = await db.select().from(galleryImages).where(ofSets).orderBy(asc(galleryImages.position));
  const bySet = Map.groupBy(images, (image) => image.set_id);
  return sets.map((set) => ({ ...set, gallery_images: bySet.get(set.id) ?? [] }));
}

/** Addresses of the pictures that photo sets use. */
export async function galleryPictures(db: Database): Promise<string[]> {
  const rows = await db.select({ url: galleryImages.image_url }).from(galleryImages);
  return rows.map(({ url }) => url);
}
