import { type Column, type SQL, sql } from 'drizzle-orm';
import { products } from './catalog.tables.ts';

/** Whether a path is that of the page which a draft gets once it is published. */
export const isDraftPath = (path: Column): SQL =>
  sql`exists (select from ${products} where ${products.status} = 'draft' and '/products/' || ${products.slug} = ${path})`;
