import { inArray } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import { media } from './media.tables.ts';
import { dropPictures, pictureName } from './pictures.ts';

const day = 24 * 3_600_000;
/** Where no release is ever made here, pages built elsewhere get this long. */
const longest = 30 * day;

/**
 * Removes pictures that nothing has named for a day and that no served page can still show: `released` is when the
 * release being served was made. The clock of a picture starts when a run first finds it without a name, and stops
 * when it is named again. Answers how many went.
 */
export async function collectOrphans(ctx: AppContext, named: string[], released?: Date): Promise<number> {
  const { db, storage, clock } = ctx;
  const now = clock();
  const inUse = new Set(named.map(pictureName));
  const rows = await db.select({ name: media.name, orphaned_at: media.orphaned_at }).from(media);
  const mark = async (names: string[], orphaned_at: Date | null) => {
    if (names.length) await db.update(media).set({ orphaned_at }).where(inArray(media.name, names));
  };
  const lonely = rows.filter(({ name }) => !inUse.has(name));
  const found = rows.filter(({ name, orphaned_at }) => inUse.has(name) && orphaned_at);
  await mark(
    lonely.filter(({ orphaned_at }) => !orphaned_at).map(({ name }) => name),
    now,
  );
  await mark(
    found.map(({ name }) => name),
    null,
  );
  const gone = lonely.filter(({ orphaned_at }) => {
    const age = orphaned_at ? now.getTime() - orphaned_at.getTime() : 0;
    return age >= longest || (age >= day && released !== undefined && released > (orphaned_at as Date));
  });
  await dropPictures(
    { db, storage },
    gone.map(({ name }) => storage.url(`${name}.webp`)),
  );
  return gone.length;
}
