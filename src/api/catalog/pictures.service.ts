import type { Database } from '../db/connection.ts';
import { products } from './catalog.tables.ts';

/** Addresses of the pictures that events show, hidden ones too: they may come back. */
export async function catalogPictures(db: Database): Promise<string[]> {
  const rows = await db.select({ image1: products.image1, image2: products.image2 }).from(products);
  return rows.flatMap(({ image1, image2 }) => [image1, image2]);
}
