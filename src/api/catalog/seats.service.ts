import { and, asc, eq, gt, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Seats } from '../../contract/catalog.ts';
import { id as uuid } from '../../contract/endpoint.ts';
import { toLira } from '../../shared/money.ts';
import { dayInIstanbul, dayStart } from '../../shared/time.ts';
import type { Database } from '../db/connection.ts';
import { prepareOnce, queryRows, toJsonb } from '../db/sql.ts';
import { categories, products } from './catalog.tables.ts';

export interface SeatLine {
  /** The product's id. */
  id: string;
  quantity: number;
}

/** What carts and orders read of a product. */
const columns = {
  id: products.id,
  title: products.title,
  slug: products.slug,
  price_kurus: products.price_kurus,
  /** Seats on sale; those that wait for somebody in the waiting list are not. */
  stock: sql<number>`${products.stock} - ${products.held_seats}`.mapWith(Number),
  /** Seats left that wait for somebody in the waiting list. */
  held_seats: products.held_seats,
  date: products.date,
  time: products.time,
  starts_at: products.starts_at,
  duration_minutes: products.duration_minutes,
  location: products.location,
  category: categories.name,
  image1: products.image1,
  withdrawal: products.withdrawal,
  vat_rate: products.vat_rate,
  question: products.question,
  question_kind: products.question_kind,
  deleted_at: products.deleted_at,
  cancelled_at: products.cancelled_at,
  status: products.status,
  sequence: products.sequence,
  min_participants: products.min_participants,
  decide_hours: products.decide_hours,
  run_decided_at: products.run_decided_at,
  notices_from: products.notices_from,
  bring: products.bring,
  leader: products.leader,
  age_from: products.age_from,
  age_to: products.age_to,
  online_url: products.online_url,
  decide_until: products.decide_until,
  choice_before: products.choice_before,
};

/** A product as carts and orders see it; hidden and past ones included. */
export type SeatProduct = Pick<typeof products.$inferSelect, Exclude<keyof typeof columns, 'category'>> & {
  category: string;
};

const isAsked = sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`;

const productsById = prepareOnce((db) =>
  db
    .select(columns)
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(isAsked)
    .prepare('products_by_id'),
);

/** Reads products by id. Unknown ids, and texts that are no id, are left out. */
export async function readSeatProducts(db: Database, ids: string[]): Promise<Map<string, SeatProduct>> {
  const validIds = uniqueIds(ids);
  if (!validIds.length) return new Map();
  const rows = await productsById(db).execute({ ids: validIds });
  return new Map(rows.map((row) => [row.id, row]));
}

const toProductId = ({ product_id }: { product_id: string }) => product_id;

/** The products of these lines of a cart, an order or a list. */
export const readProductsOf = (db: Database, lines: { product_id: string }[]) =>
  readSeatProducts(db, lines.map(toProductId));

/** Reads the products of the public that start within a time, by start: neither hidden, called off nor drafts. */
export const listProductsBetween = (db: Database, from: Date, until: Date): Promise<SeatProduct[]> =>
  db
    .select(columns)
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(and(isPublic, isNull(products.cancelled_at), gt(products.starts_at, from), lt(products.starts_at, until)))
    .orderBy(asc(products.starts_at), asc(products.id));

/**
 * As `readSeatProducts`, and locks the rows against selling, hiding and editing until the transaction ends. The locks
 * are taken in id order, so that two checkouts of the same products cannot deadlock.
 */
export async function lockSeatProducts(tx: Database, ids: string[]): Promise<Map<string, SeatProduct>> {
  const validIds = uniqueIds(ids);
  if (!validIds.length) return new Map();
  const lock = sql`select from ${products} where id = any(${sql.param(validIds)}::uuid[]) order by id for no key update`;
  // Sent together; the second has a snapshot of its own, taken when the locks are there.
  const [, found] = await Promise.all([queryRows(tx, lock), readSeatProducts(tx, validIds)]);
  return found;
}

/** As `lockSeatProducts`, of the products of these lines. */
export const lockProductsOf = (tx: Database, lines: { product_id: string }[]) =>
  lockSeatProducts(tx, lines.map(toProductId));

/** Each id once, without texts that are no id. */
export const uniqueIds = (ids: string[]): string[] => [...new Set(ids)].filter((id) => uuid.safeParse(id).success);

export const productsStartedBefore = (db: Database, moment: Date) =>
  db.select({ id: products.id }).from(products).where(lt(products.starts_at, moment));

export const productsNotHidden = (db: Database) =>
  db.select({ id: products.id }).from(products).where(isNull(products.deleted_at));

/** Neither hidden nor a draft. */
const isPublic = and(isNull(products.deleted_at), eq(products.status, 'published'));

/** Whether a product can be bought now, regardless of seats: it is not hidden, not called off and has not started. */
export const isOnSale = (
  product: Pick<SeatProduct, 'deleted_at' | 'cancelled_at' | 'status' | 'starts_at'>,
  now: Date,
): boolean => !product.deleted_at && !product.cancelled_at && product.status === 'published' && product.starts_at > now;

export const isListed = (now: Date) => and(isPublic, gt(products.starts_at, now));

/** Listed products, and those of today in Istanbul that were called off: their pages say so until the day is over. */
export function hasPage(now: Date) {
  const isOfToday = gte(products.starts_at, dayStart(dayInIstanbul(now)));
  return or(isListed(now), and(isPublic, isNotNull(products.cancelled_at), isOfToday));
}

/** Lists seats and prices of all listed products, by start. */
export async function listSeats(db: Database, now: Date): Promise<Seats[]> {
  const { id, stock, price_kurus, cancelled_at } = columns;
  const rows = await db
    .select({ id, stock, price_kurus, cancelled_at })
    .from(products)
    .where(isListed(now))
    .orderBy(asc(products.starts_at), asc(products.id));
  return rows.map((row) => ({
    id: row.id,
    stock: row.stock,
    price: toLira(row.price_kurus),
    cancelled: row.cancelled_at !== null,
  }));
}

/**
 * SQL that takes the seats of each line, at most one per product, and returns the `id` of each line it could take;
 * where one is missing the caller must roll back. The UPDATE itself checks the stock, so that no seat is sold twice.
 * For several products call `lockSeatProducts` first, or two statements can deadlock.
 */
export const takeSeatsSql = (lines: SeatLine[]): SQL => sql`
  update ${products} set stock = ${products.stock} - line.quantity
  from jsonb_to_recordset(${toJsonb(lines)}) as line(id uuid, quantity integer)
  where ${products.id} = line.id and ${products.stock} - ${products.held_seats} >= line.quantity
  returning ${products.id}`;

/** Takes the seats of one line; false when fewer are left. */
export const takeSeats = async (tx: Database, line: SeatLine): Promise<boolean> =>
  (await queryRows(tx, takeSeatsSql([line]))).length === 1;

/** Writes the seats left of a locked product, and how many of them wait for somebody in the waiting list. */
export async function writeSeats(tx: Database, id: string, seats: { stock: number; held_seats: number }) {
  await tx.update(products).set(seats).where(eq(products.id, id));
}
