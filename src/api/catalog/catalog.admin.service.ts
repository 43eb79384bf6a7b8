import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AdminProduct, ProductFilter, ProductSort } from '../../contract/catalog.ts';
import { foldCase } from '../../shared/fold.ts';
import { dayInIstanbul, dayStart } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords, pageByText } from '../db/search.ts';
import type { Mutation } from '../mutation.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { countWaiting } from '../waitlist/offers.service.ts';
import { type ProductRow, readProduct, selectProducts, toProduct } from './catalog.service.ts';
import { categories, products } from './catalog.tables.ts';
import { isOnSale } from './seats.service.ts';

type ProductCounts = Pick<AdminProduct, 'seats_sold' | 'waiting' | 'seats_offered'>;

const noCounts: ProductCounts = { seats_sold: 0, waiting: 0, seats_offered: 0 };

/** Counts by product; one without any is left out. */
async function readCounts(db: Database, { seatsSold }: Sales, ids: string[]): Promise<(id: string) => ProductCounts> {
  const sold = await seatsSold(db, ids);
  const waiting = await countWaiting(db, ids);
  return (id) => ({ ...noCounts, ...waiting.get(id), seats_sold: sold.get(id) ?? 0 });
}

type Start = Pick<ProductRow['products'], 'starts_at'>;

/** What the orders room does for the catalog. It is passed in, as the catalog does not depend on orders. */
export interface Sales {
  seatsSold(db: Database, productIds: string[], since?: Date): Promise<Map<string, number>>;
  /** Locks the orders of a product, before the product; what is returned lets their due dates follow its start. */
  lockDueDates(mutation: Mutation, productId: string): Promise<(before: Start, after: Start) => Promise<void>>;
  /** Undoes arrivals at the door where a product moves to another day to come. */
  endMovedArrivals(mutation: Mutation, before: Start & { id: string }, after: Start): Promise<void>;
  /** Mail everybody with a seat; return how many. */
  mailProductHidden(mutation: Mutation, productId: string): Promise<number>;
  mailProductRestored(mutation: Mutation, productId: string): Promise<number>;
}

const toAdminProduct = (row: ProductRow, counts: ProductCounts, now: Date): AdminProduct => ({
  ...row.products,
  ...toProduct(row),
  ...counts,
  stock: row.products.stock,
  seats_held: row.products.held_seats,
  on_sale: isOnSale(row.products, now),
  hidden: row.products.deleted_at !== null,
  cancelled_at: row.products.cancelled_at?.toISOString() ?? null,
  notice_due: row.products.announced !== null,
  decide_until: row.products.decide_until?.toISOString() ?? null,
  updated_at: row.products.updated_at.toISOString(),
});

/** Lists products, past ones included, filtered and sorted; hidden ones where they are asked for. */
export async function listAdminProducts(
  { db, clock }: AppContext,
  sales: Sales,
  filter: ProductFilter,
  page?: PageRange,
): Promise<Paged<AdminProduct>> {
  const now = clock();
  const where = toCondition(filter, now);
  const sort = (filter.sort ?? '').replace('-', '') as ProductSort | '';
  const descending = filter.sort?.startsWith('-') ?? false;
  const { rows, total } = await (sort === 'title' || sort === 'category' || sort === 'location'
    ? selectByText(db, where, sort, page, descending)
    : selectPage(
        selectProducts(db)
          .where(where)
          .orderBy(...orderBy(sort, descending, now)),
        page,
        () => countRows(db, where),
      ));
  const ids = rows.map((row) => row.products.id);
  const countsOf = await readCounts(db, sales, ids);
  return { rows: rows.map((row) => toAdminProduct(row, countsOf(row.products.id), now)), total };
}

/** Returns one product to edit. Throws `not_found`, also for a hidden one. */
export async function getAdminProduct(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  sales: Sales,
  id: string,
): Promise<AdminProduct> {
  const row = await readProduct(db, id);
  return toAdminProduct(row, (await readCounts(db, sales, [id]))(id), clock());
}

/** Counts products that are not hidden, and those of them that will take place. */
export async function countProducts(db: Database, now: Date): Promise<{ products: number; upcoming_events: number }> {
  const visible = isNull(products.deleted_at);
  const upcoming = and(visible, isNull(products.cancelled_at), gt(products.starts_at, now));
  return { products: await db.$count(products, visible), upcoming_events: await db.$count(products, upcoming) };
}

async function countRows(db: Database, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(where);
  return row?.total ?? 0;
}

const endsAt = sql`${products.starts_at} + ${products.duration_minutes} * interval '1 minute'`;

const searchText = sql<string>`${products.search} || ' ' || ${categories.folded}`;

function toCondition({ search, category, when }: ProductFilter, now: Date): SQL | undefined {
  return and(
    when === 'deleted' ? isNotNull(products.deleted_at) : isNull(products.deleted_at),
    containsWords(searchText, search),
    category ? eq(categories.name_key, foldCase(category)) : undefined,
    when === 'upcoming' ? gt(products.starts_at, now) : undefined,
    when === 'today_on' ? or(gte(products.starts_at, dayStart(dayInIstanbul(now))), gt(endsAt, now)) : undefined,
    when === 'past' ? lte(products.starts_at, now) : undefined,
  );
}

function orderBy(sort: ProductSort | '', descending: boolean, now: Date): SQL[] {
  const direction = descending ? desc : asc;
  if (sort === 'date') return [direction(products.starts_at), asc(products.id)];
  if (sort === 'price') return [direction(products.price_kurus), asc(products.starts_at), asc(products.id)];
  if (sort === 'stock') return [direction(products.stock), asc(products.starts_at), asc(products.id)];
  const distance = sql`abs(extract(epoch from ${products.starts_at} - ${now.toISOString()}::timestamptz))`;
  return [desc(gt(products.starts_at, now)), asc(distance), asc(products.id)];
}

/** Columns sorted by the Turkish alphabet, which the database may not know: the sorting is done in memory. */
const textColumns = { title: products.title, category: categories.name, location: products.location };

async function selectByText(
  db: Database,
  where: SQL | undefined,
  sort: keyof typeof textColumns,
  page: PageRange | undefined,
  descending: boolean,
): Promise<Paged<ProductRow>> {
  const texts = await db
    .select({ id: products.id, text: textColumns[sort] })
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(where);
  const ids = pageByText(texts, descending, page);
  const rows = ids.length ? await selectProducts(db).where(inArray(products.id, ids)) : [];
  const byId = new Map(rows.map((row) => [row.products.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: texts.length };
}

/** Returns which of these categories have products, hidden ones included. */
export async function categoriesWithProducts(db: Database, ids: string[]): Promise<string[]> {
  const { category_id } = products;
  const rows = await db.selectDistinct({ id: category_id }).from(products).where(inArray(category_id, ids));
  return rows.map(({ id }) => id);
}
