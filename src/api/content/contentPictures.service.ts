import type { AppContext } from '../context.ts';
import { invalid } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { withStoredPictures } from '../storage/pictures.ts';

/** Stores a picture that words may name from now on. Throws `invalid`, `bad_image`, `too_large`. */
export async function storeContentPicture(ctx: AppContext, actorId: string, files: File[]): Promise<{ url: string }> {
  if (files.length !== 1) throw invalid({ image: 'Lütfen bir görsel seçin.' });
  return withStoredPictures(ctx, files, ([url = '']) =>
    mutate(ctx, actorId, async ({ audit }) => {
      await audit({ action: 'add', entity: 'content', after: { image: url } });
      return { url };
    }),
  );
}
