import { catalogTexts } from '../../contract/catalog.texts.ts';
import type { ProductEdit } from '../../contract/catalog.ts';
import { invalid } from '../errors.ts';
import type { products } from './catalog.tables.ts';

type Images = Pick<typeof products.$inferSelect, 'image1' | 'image2'>;
type SentImages = Pick<ProductEdit, 'oldImage1' | 'oldImage2'>;

/** Uploaded pictures by field name. */
export type Files = Record<string, File[]>;

/**
 * Returns both pictures of a product: the uploaded file, else the stored address. `oldImage…` must equal the stored
 * address; it may be omitted when a product is edited. Throws `invalid`.
 */
export function resolveImages(
  files: Files,
  sent: SentImages,
  stored: Images | undefined,
  mayOmitStored = false,
): (File | string)[] {
  const wrong: Record<string, string> = {};
  const images = (['1', '2'] as const).map((which) => {
    const uploaded = files[`image${which}`] ?? [];
    const sentAddress = sent[`oldImage${which}`];
    const address = stored?.[`image${which}`];
    if (uploaded.length > 1) wrong[`image${which}`] = 'Tek bir görsel seçin.';
    if (uploaded.length) return uploaded[0] as File;
    if (!address || (sentAddress === undefined && !mayOmitStored)) wrong[`image${which}`] = catalogTexts.images;
    else if (sentAddress !== undefined && sentAddress !== address)
      wrong[`oldImage${which}`] = 'Kayıtlı görsel bu değil; sayfayı yenileyin.';
    return address ?? '';
  });
  if (Object.keys(wrong).length) throw invalid(wrong);
  return images;
}

export const newFiles = (images: (File | string)[]): File[] => images.filter((image) => image instanceof File);

/** Both addresses; `urls` are those of the new files, in the same order. */
export function toAddresses(images: (File | string)[], urls: string[]): Images {
  const uploaded = urls.values();
  const [image1, image2] = images.map((image) => (typeof image === 'string' ? image : uploaded.next().value));
  return { image1: image1 as string, image2: image2 as string };
}
