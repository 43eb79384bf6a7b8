// Whether a database has content yet.
import { blogs } from '../src/api/blog/blog.tables.ts';
import { products } from '../src/api/catalog/catalog.tables.ts';
import { services } from '../src/api/consulting/consulting.tables.ts';
import type { Database } from '../src/api/db/connection.ts';
import { gallerySets } from '../src/api/gallery/gallery.tables.ts';

/** Whether there is no content yet at all. */
export async function isEmpty(db: Database): Promise<boolean> {
  const counts = await Promise.all([
    db.$count(products),
    db.$count(blogs),
    db.$count(services),
    db.$count(gallerySets),
  ]);
  return counts.every((count) => count === 0);
}
