import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Category, Product, ProductsQuery } from '../../contract/catalog.ts';
import { compare } from '../../shared/collation.ts';
import { toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { type Paged, type PageRange, selectPage, slicePage } from '../paging.ts';
import { categories, products } from './catalog.tables.ts';
import { hasPage, isListed, uniqueIds } from './seats.service.ts';

export type ProductRow = { products: typeof products.$inferSelect; categories: typeof categories.$inferSelect };

export const toProduct = ({ products: row, categories: category }: ProductRow): Product => ({
  ...row,
  stock: row.stock - row.held_seats,
  cancelled: row.cancelled_at !== null,
  price: toLira(row.price_kurus),
  category: category.name,
});

/** A query of products with their categories, to be completed by the caller. */
export const selectProducts = (db: Database) =>
  db.select().from(products).innerJoin(categories, eq(products.category_id, categories.id)).$dynamic();

/** Lists products, by start. */
export async function listProducts(
  { db, clock }: AppContext,
  { called_off }: ProductsQuery,
  page?: PageRange,
): Promise<Paged<Product>> {
  const where = (called_off ? hasPage : isListed)(clock());
  const query = selectProducts(db).where(where).orderBy(asc(products.starts_at), asc(products.id));
  const { rows, total } = await selectPage(query, page, () => db.$count(products, where));
  return { rows: rows.map(toProduct), total };
}

/** Returns one public product, started or not. Throws `not_found`. */
export async function getProduct({ db }: AppContext, id: string): Promise<Product> {
  const row = await readProduct(db, id);
  if (row.products.status === 'draft') throw notFound();
  return toProduct(row);
}

/** As `getProduct`, with all columns and drafts. */
export async function readProduct(db: Database, id: string): Promise<ProductRow> {
  if (!uniqueIds([id]).length) throw notFound();
  const [row] = await selectProducts(db).where(and(eq(products.id, id), isNull(products.deleted_at)));
  if (!row) throw notFound();
  return row;
}

/** Lists all categories in the order of the Turkish alphabet. */
export async function listCategories({ db }: AppContext, page?: PageRange): Promise<Paged<Category>> {
  const rows = await db.select({ id: categories.id, name: categories.name }).from(categories);
  rows.sort((a, b) => compare(a.name, b.name));
  return slicePage(rows, page);
}

/** Addresses of the pictures that products use, hidden ones included as they can be restored. */
export async function catalogPictures(db: Database): Promise<string[]> {
  const rows = await db.select({ image1: products.image1, image2: products.image2 }).from(products);
  return rows.flatMap(({ image1, image2 }) => [image1, image2]);
}
