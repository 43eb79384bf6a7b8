import { and, asc, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm';
import { toLira } from '../../contract/money.ts';
import type { Database } from '../db/connection.ts';
import { categories, products } from './catalog.tables.ts';

/** Seats of one event, as a cart or an order asks for them. */
export interface SeatLine {
  /** The event. */
  id: string;
  quantity: number;
}

/** What carts and orders need to know of an event, hidden and past ones included. */
export interface SeatEvent {
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
export async function readEvents(db: Database, ids: string[]): Promise<Map<string, SeatEvent>> {
  const asked = [...new Set(ids)].filter((id) => uuid.test(id));
  if (!asked.length) return new Map();
  const rows = await db
    .select({
      id: products.id,
      title: products.title,
      slug: products.slug,
      price_kurus: products.price_kurus,
      stock: products.stock,
      date: products.date,
      time: products.time,
      starts_at: products.starts_at,
      location: products.location,
      category: categories.name,
      image1: products.image1,
      deleted_at: products.deleted_at,
    })
    .from(products)
    .innerJoin(categories, eq(products.category_id, categories.id))
    .where(inArray(products.id, asked));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether an event can be bought at this moment, seats aside (CONTRACT.md 3). */
export const isOnSale = (event: SeatEvent, now: Date): boolean => !event.deleted_at && event.starts_at > now;

/** Seats on sale now: what may be put in a cart. */
export const seatsOnSale = (event: SeatEvent, now: Date): number => (isOnSale(event, now) ? event.stock : 0);

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

const inIdOrder = (lines: SeatLine[]) => lines.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const unchanged = (event: SeatEvent) =>
  and(
    eq(products.price_kurus, event.price_kurus),
    eq(products.title, event.title),
    eq(products.starts_at, event.starts_at),
    isNull(products.deleted_at),
  );

/**
 * Takes the seats of each line, one line an event, and answers the lines it could not serve: then the caller must roll
 * back. The condition stands in the UPDATE itself, so that no other buyer can slip in between; rows are taken in id
 * order, so that crossed carts never wait for each other. With `asRead`, an event hidden or edited since it was read
 * is not served either.
 */
export async function takeSeats(
  tx: Database,
  lines: SeatLine[],
  asRead?: ReadonlyMap<string, SeatEvent>,
): Promise<SeatLine[]> {
  const missed: SeatLine[] = [];
  for (const line of inIdOrder(lines)) {
    const read = asRead?.get(line.id);
    const taken = await tx
      .update(products)
      .set({ stock: sql`${products.stock} - ${line.quantity}` })
      .where(and(eq(products.id, line.id), gte(products.stock, line.quantity), read && unchanged(read)))
      .returning({ id: products.id });
    if (!taken.length) missed.push(line);
  }
  return missed;
}

/** Puts seats back on sale, in id order like `takeSeats`. */
export async function giveSeatsBack(tx: Database, lines: SeatLine[]): Promise<void> {
  for (const { id, quantity } of inIdOrder(lines)) {
    await tx
      .update(products)
      .set({ stock: sql`${products.stock} + ${quantity}` })
      .where(eq(products.id, id));
  }
}
