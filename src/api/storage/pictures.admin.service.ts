import { eq } from 'drizzle-orm';
import { pictureTexts } from '../../shared/texts.ts';
import { dayMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { invalid } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { media } from './media.tables.ts';
import { pictureName, withStoredPictures } from './pictures.ts';

/** Days in which a picture waits for the text it was uploaded for: drafts stay on the writer's device. */
const waitDays = 30;

/** Stores one picture for a text that is still being written. Throws `invalid`, `bad_image`, `too_large`. */
export async function addPicture(ctx: AppContext, actorId: string, files: File[]): Promise<string> {
  if (files.length !== 1) throw invalid({ image: pictureTexts.missing });
  return withStoredPictures(ctx, files, ([url = '']) =>
    mutate(ctx, actorId, async ({ tx, now, audit }) => {
      const name = pictureName(url);
      const orphaned_at = new Date(now.getTime() + waitDays * dayMs);
      await tx.update(media).set({ orphaned_at }).where(eq(media.name, name));
      await audit({ action: 'add', entity: 'picture', after: { image_url: url } });
      return url;
    }),
  );
}
