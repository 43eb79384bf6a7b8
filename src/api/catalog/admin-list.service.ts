import { and, asc, count, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AdminProduct, ProductSort } from '../../contract/catalog.ts';
import { fold } from '../../shared/fold.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords, pageByText } from '../db/search.ts';
import { notFound } from '../errors.ts';
import type { PageRange } from '../paging.ts';
import { type ProductRow, toProduct } from './catalog.service.ts';
import { categories, products } from './catalog.tables.ts';

/** How the admin narrows and sorts the list of events. */
export interface ProductFilter {
  search: string | null;
  category: string | null;
  when?: 'upcoming' | 'past';
  sort?: ProductSort | `-${ProductSort}` | '';
}

/** Seats sold by event. Orders know them and hand this in: the catalog asks no room above it. */
export type SeatsSold = (db: Database, productIds: string[]) => Promise<Map<string, number>>;

/** An event as admins see it. */
export const toAdminProduct = (row: ProductRow, seatsSold: number, now: Date): AdminProduct => ({
  ...toProduct(row),
  seats_sold: seatsSold,
  on_sale: !row.products.deleted_at && row.products.starts_at > now,
  updated_at: row.products.updated_at.toISOString(),
});

/** Events that are not hidden, past ones too, as the admin asks for them. */
export async function listAdminProducts(
  { db, clock }: AppContext,
  seatsSold: SeatsSold,
  filter: ProductFilter,
  page?: PageRange,
): Promise<{ rows: AdminProduct[]; total: number }> {
  const now = clock();
  const where = toCondition(filter, now);
  const sort = (filter.sort ?? '').replace('-', '') as ProductSort | '';
  const downwards = filter.sort?.startsWith('-') ?? false;
  const rows = await (sort === 'title' || sort === 'category' || sort === 'location'
    ? readByText(db, where, sort, page, downwards)
    : readByColumn(db, where, orderBy(sort, downwards, now), page));
  const sold = await seatsSold(
    db,
    rows.map((row) => row.products.id),
  );
  const [counted] = page
    ? await db
        .select({ total: count() })
        .from(products)
        .innerJoin(categories, eq(products.category_id, categories.id))
        .where(where)
    : [{ total: rows.length }];
  return {
    rows: rows.map((row) => toAdminProduct(row, sold.get(row.products.id) ?? 0, now)),
    total: counted?.total ?? 0,
  };
}

/** One event to edit. Throws `not_found`, also for a hidden one. */
export async function getAdminProduct(
  { db, clock }: AppContext,
  seatsSold: SeatsSold,
  id: string,
): Promise<AdminProduct> {
  const row = await readProduct(db, id);
  return toAdminProduct(row, (await seatsSold(db, [id])).get(id) ?? 0, clock());
}

/** One event that is not hidden, with its category. Throws `not_found`. */
export async function readProduct(db: Database, id: string): Promise<ProductRow> {
  const [row] = await joined(db).where(and(eq(products.id, id), isNull(products.deleted_at)));
  if (!row) throw notFound();
  return row;
}

/** How many events there are that are not hidden, and how many of them are still to come. */
export async function countProducts(db: Database, now: Date): Promise<{ products: number; upcoming_events: number }> {
  const [row] = await db
    .select({
      products: count(),
      upcoming_events: sql<number>`count(*) filter (where ${gt(products.starts_at, now)})`.mapWith(Number),
    })
    .from(products)
    .where(isNull(products.deleted_at));
  return row as { products: number; upcoming_events: number };
}

const joined = (db: Database) =>
  db.select().from(products).innerJoin(categories, eq(products.category_id, categories.id)).$dynamic();

const whole = sql<string>`${products.search} || ' ' || ${categories.folded}`;

function toCondition({ search, category, when }: ProductFilter, now: Date): SQL | undefined {
  return and(
    isNull(products.deleted_at),
    containsWords(whole, search),
    category ? eq(categories.folded, fold(category)) : undefined,
    when === 'upcoming' ? gt(products.starts_at, now) : undefined,
    when === 'past' ? lte(products.starts_at, now) : undefined,
  );
}

function orderBy(sort: ProductSort | '', downwards: boolean, now: Date): SQL[] {
  const direction = downwards ? desc : asc;
  if (sort === 'date') return [direction(products.starts_at), asc(products.id)];
  if (sort === 'price') return [direction(products.price_kurus), asc(products.starts_at), asc(products.id)];
  if (sort === 'stock') return [direction(products.stock), asc(products.starts_at), asc(products.id)];
  const distance = sql`abs(extract(epoch from ${products.starts_at} - ${now.toISOString()}::timestamptz))`;
  return [desc(gt(products.starts_at, now)), asc(distance), asc(products.id)];
}

const readByColumn = (db: Database, where: SQL | undefined, order: SQL[], page: PageRange | undefined) =>
  joined(db)
    .where(where)
    .orderBy(...order)
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);

const textColumns = { title: products.title, category: categories.name, location: products.location };

async function readByText(
  db: Database,
  where: SQL | undefined,
  sort: keyof typeof textColumns,
  page: PageRange | undefined,
  downwards: boolean,
): Promise<ProductRow[]> {
  const texts = await db
    .select({ id: products.id, text: textColumns[sort] })
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(where);
  const ids = pageByText(texts, page, downwards);
  const rows = ids.length ? await joined(db).where(inArray(products.id, ids)) : [];
  const byId = new Map(rows.map((row) => [row.products.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
