import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { toLira } from '../../shared/money.ts';
import type { Database } from '../db/connection.ts';
import { asJson, isAnyOf, readRows } from '../db/rows.ts';
import { categories, products } from './catalog.tables.ts';

/** Seats of one event, as a cart or an order asks for them. */
export interface SeatLine {
  /** The event. */
  id: string;
  quantity: number;
}

/** What carts and orders need to know of an event, hidden and past ones included. */
export interface SeatProduct {
  id: string;
  title: string;
  slug: string;
  price_kurus: number;
  /** Seats left. */
  stock: number;
  date: string;
  time: string;
  starts_at: Date;
  location: string;
  category: string;
  image1: string;
  deleted_at: Date | null;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The events with these ids, by id. What is no id at all names nothing, like an id that nobody has. */
export async function readSeatProducts(db: Database, ids: string[]): Promise<Map<string, SeatProduct>> {
  const asked = idsOf(ids);
  if (!asked.length) return new Map();
  const rows = await db
    .select(columnsOf(products))
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(isAnyOf(products.id, asked));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * As `readEvents`, and nobody else sells, hides or edits them until the transaction ends. Locked in id order, so that
 * crossed carts never wait for each other in a circle.
 */
export async function lockSeatProducts(tx: Database, ids: string[]): Promise<Map<string, SeatProduct>> {
  const asked = idsOf(ids);
  if (!asked.length) return new Map();
  const locked = tx
    .$with('locked')
    .as(tx.select().from(products).where(isAnyOf(products.id, asked)).orderBy(asc(products.id)).for('no key update'));
  const rows = await tx
    .with(locked)
    .select(columnsOf(locked as unknown as typeof products))
    .from(locked)
    .innerJoin(categories, eq(locked.category_id, categories.id));
  return new Map(rows.map((row) => [row.id, row]));
}

const idsOf = (ids: string[]) => [...new Set(ids)].filter((id) => uuid.test(id));

/** What a SeatEvent is made of, from the table or from rows of it that are locked. */
const columnsOf = (from: typeof products) => ({
  id: from.id,
  title: from.title,
  slug: from.slug,
  price_kurus: from.price_kurus,
  stock: from.stock,
  date: from.date,
  time: from.time,
  starts_at: from.starts_at,
  location: from.location,
  category: categories.name,
  image1: from.image1,
  deleted_at: from.deleted_at,
});

/** Whether an event can be bought at this moment, seats aside (CONTRACT.md 3). */
export const isOnSale = (event: SeatProduct, now: Date): boolean => !event.deleted_at && event.starts_at > now;

/** Seats on sale now: what may be put in a cart. */
export const seatsOnSale = (event: SeatProduct, now: Date): number => (isOnSale(event, now) ? event.stock : 0);

/** What open pages follow of an event: seats left, and the price in lira. */
export interface Seats {
  id: string;
  stock: number;
  price: number;
}

/** Seats and prices of everything on sale, by start. */
export async function listSeats(db: Database, now: Date): Promise<Seats[]> {
  const rows = await db
    .select({ id: products.id, stock: products.stock, price_kurus: products.price_kurus })
    .from(products)
    .where(and(isNull(products.deleted_at), gt(products.starts_at, now)))
    .orderBy(asc(products.starts_at), asc(products.id));
  return rows.map(({ id, stock, price_kurus }) => ({ id, stock, price: toLira(price_kurus) }));
}

/**
 * Takes the seats of each line, one line an event, as one step of a statement; answers the `id` of each line it could
 * serve: where one is missing the caller must roll back. The condition stands in the UPDATE itself, so that no other
 * buyer can slip in between. Lines of several events: only under `lockEvents`.
 */
export const takeSeatsSql = (lines: SeatLine[]): SQL => sql`
  update ${products} set stock = ${products.stock} - wanted.quantity
  from jsonb_to_recordset(${asJson(lines)}) as wanted(id uuid, quantity integer)
  where ${products.id} = wanted.id and ${products.stock} >= wanted.quantity
  returning ${products.id}`;

/** Takes the seats of one line; false when there are not so many. */
export const takeSeats = async (tx: Database, line: SeatLine): Promise<boolean> =>
  (await readRows(tx, takeSeatsSql([line]))).length === 1;

/** Puts seats back on sale. */
export async function giveSeatsBack(tx: Database, { id, quantity }: SeatLine): Promise<void> {
  await tx
    .update(products)
    .set({ stock: sql`${products.stock} + ${quantity}` })
    .where(eq(products.id, id));
}
