import { sql } from 'drizzle-orm';
import { sampleTable } from '../samples/sampleRoom.ts';
import { categories, products } from './catalog.tables.ts';

export const productSamples = sampleTable(products, {
  content: 'catalog',
  // Without the seats left, which orders change too.
  edited: [
    products.title,
    products.description,
    products.price_kurus,
    products.date,
    products.time,
    products.location,
    products.category_id,
    products.image1,
    products.image2,
  ],
  only: sql`exists (select from ${categories} where ${categories.id} = put.category_id)`,
});

export const categorySamples = sampleTable(categories, { content: 'catalog', edited: [categories.name] });
