import { eq } from 'drizzle-orm';
import { startsAt } from '../../src/api/catalog/calendar.ts';
import { categories, products } from '../../src/api/catalog/catalog.tables.ts';
import { orders, participants } from '../../src/api/orders/orders.tables.ts';
import type { Platform } from '../../src/api/platform.ts';
import type { Answer, TestApi } from './harness.ts';

export const picture = `/media/${'0'.repeat(32)}_960x540.webp`;
let count = 0;

interface EventDetails {
  title?: string;
  stock?: number;
  price_kurus?: number;
  date?: string;
  time?: string;
  deleted_at?: Date;
}

/** Writes an event as the admin would have; answers its id. */
export async function addEvent({ db }: Platform, details: EventDetails = {}): Promise<string> {
  const { title = 'Yaratıcı Drama', stock = 20, price_kurus = 65_000, date = '2199-05-10', time = '14:00' } = details;
  count += 1;
  const name = 'Drama';
  const [category] = await db
    .insert(categories)
    .values({ name, folded: 'drama' })
    .onConflictDoUpdate({ target: categories.folded, set: { name } })
    .returning();
  const [row] = await db
    .insert(products)
    .values({
      slug: `etkinlik-${count}-${crypto.randomUUID()}`,
      title,
      stock,
      price_kurus,
      date,
      time,
      starts_at: startsAt(date, time),
      description: 'Bir gün.',
      location: 'Merkez',
      category_id: category?.id as string,
      image1: picture,
      image2: picture,
      deleted_at: details.deleted_at,
    })
    .returning();
  return row?.id as string;
}

/** Seats left of an event. */
export async function stockOf({ db }: Platform, id: string): Promise<number> {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, id));
  return row?.stock as number;
}

/** Everything ever sold, with how many participants stand behind each line. */
export async function soldLines({ db }: Platform) {
  const rows = await db.select().from(orders);
  const people = await db.select().from(participants);
  return rows.map((row) => ({ ...row, people: people.filter((person) => person.order_id === row.id).length }));
}

export const people = (quantity: number, name = 'Ada Deniz') =>
  Array.from({ length: quantity }, (_, index) => ({ fullName: `${name} ${index + 1}` }));

/** A line as the browser sends it. */
export const line = (id: string, quantity = 1, more: object = {}) => ({
  id,
  quantity,
  participants: people(quantity),
  ...more,
});

/** Presses the button: one checkout with these lines. */
export function buy(api: TestApi, token: string, cartItems: unknown, headers: Record<string, string> = {}) {
  return api.send('POST /api/order/create', { token, body: { cartItems }, headers });
}

/** How many answers there were of each kind: `{ 201: 20, stock_exhausted: 180 }`. */
export function tally(answers: Answer<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 400 ? String(status) : body.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
