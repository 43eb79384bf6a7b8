import { asc, count, desc, inArray } from 'drizzle-orm';
import type { GallerySet } from '../../contract/gallery.ts';
import type { Page } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { galleryImages, gallerySets } from './gallery.tables.ts';

/** Photo sets, newest first by date, then by when they were added (CONTRACT.md 4). */
export async function listGallery({ db }: Platform, page?: Page): Promise<{ rows: GallerySet[]; total: number }> {
  const sets = await db
    .select()
    .from(gallerySets)
    .orderBy(desc(gallerySets.date), desc(gallerySets.created_at), desc(gallerySets.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const ids = sets.map((set) => set.id);
  const images = ids.length
    ? await db
        .select()
        .from(galleryImages)
        .where(inArray(galleryImages.set_id, ids))
        .orderBy(asc(galleryImages.position))
    : [];
  const bySet = Map.groupBy(images, (image) => image.set_id);
  const [counted] = page ? await db.select({ total: count() }).from(gallerySets) : [{ total: sets.length }];
  return { rows: sets.map((set) => ({ ...set, gallery_images: bySet.get(set.id) ?? [] })), total: counted?.total ?? 0 };
}
