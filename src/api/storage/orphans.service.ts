import { inArray } from 'drizzle-orm';
import { dayMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { media } from './media.tables.ts';
import { deletePictures, pictureName } from './pictures.ts';

/** Deleted after this long even without a newer release: sites that are built elsewhere have none here. */
const maxAgeMs = 30 * dayMs;

/**
 * Deletes pictures that no content has used for a day and that no served page can still show. `used` are the addresses
 * or keys in content, `releasedAt` is when the served release was made. The day begins when a run first finds a picture
 * unused, and starts over when it is used again. Returns how many were deleted.
 */
export async function deleteOrphanedPictures(ctx: AppContext, used: string[], releasedAt?: Date): Promise<number> {
  const { db, storage, clock } = ctx;
  const now = clock();
  const usedNames = new Set(used.map(pictureName));
  const rows = await db.select({ name: media.name, orphaned_at: media.orphaned_at }).from(media);
  const mark = async (pictures: { name: string }[], orphaned_at: Date | null) => {
    const names = pictures.map(({ name }) => name);
    if (names.length) await db.update(media).set({ orphaned_at }).where(inArray(media.name, names));
  };
  const unused = rows.filter(({ name }) => !usedNames.has(name));
  const usedAgain = rows.filter(({ name, orphaned_at }) => usedNames.has(name) && orphaned_at);
  const newlyUnused = unused.filter(({ orphaned_at }) => !orphaned_at);
  await mark(newlyUnused, now);
  await mark(usedAgain, null);
  const expired = unused.filter(({ orphaned_at }) => {
    const ageMs = orphaned_at ? now.getTime() - orphaned_at.getTime() : 0;
    return ageMs >= maxAgeMs || (ageMs >= dayMs && releasedAt !== undefined && releasedAt > (orphaned_at as Date));
  });
  const urls = expired.map(({ name }) => storage.url(`${name}.webp`));
  await deletePictures(ctx, urls);
  return expired.length;
}
