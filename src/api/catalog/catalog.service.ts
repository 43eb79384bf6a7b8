import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import type { Product } from '../../contract/catalog.ts';
import { toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { PageRange } from '../paging.ts';
import { categories, products } from './catalog.tables.ts';

/** An event with its category. */
export type ProductRow = { products: typeof products.$inferSelect; categories: typeof categories.$inferSelect };

export const toProduct = ({ products: row, categories: category }: ProductRow): Product => ({
  ...row,
  price: toLira(row.price_kurus),
  category: category.name,
});

/** Events that have not started and are not hidden, by start (CONTRACT.md 3). */
export async function listProducts(
  { db, clock }: AppContext,
  page?: PageRange,
): Promise<{ rows: Product[]; total: number }> {
  const onSale = and(isNull(products.deleted_at), gt(products.starts_at, clock()));
  const rows = await db
    .select()
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(onSale)
    .orderBy(asc(products.starts_at), asc(products.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(products).where(onSale) : [{ total: rows.length }];
  return { rows: rows.map(toProduct), total: counted?.total ?? 0 };
}

/** One event that is not hidden, started or not. Throws `not_found`. */
export async function getProduct({ db }: AppContext, id: string): Promise<Product> {
  const [row] = await db
    .select()
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(and(eq(products.id, id), isNull(products.deleted_at)));
  if (!row) throw notFound();
  return toProduct(row);
}

/** All categories in the order of the Turkish alphabet. */
export async function listCategories({ db }: AppContext, page?: PageRange) {
  const rows = await db.select({ id: categories.id, name: categories.name }).from(categories);
  const { compare } = new Intl.Collator('tr');
  rows.sort((a, b) => compare(a.name, b.name));
  return { rows: page ? rows.slice(page.offset, page.offset + page.limit) : rows, total: rows.length };
}
