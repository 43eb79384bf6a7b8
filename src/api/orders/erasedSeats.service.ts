import { and, asc } from 'drizzle-orm';
import { toLira } from '../../shared/money.ts';
import { lockSeatProducts, readProductsOf, type SeatProduct } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import type { Mutation } from '../mutation.ts';
import { readAwaitedProducts } from '../waitlist/waitlist.service.ts';
import { lockCheckout, lockCheckouts, settleCheckout } from './checkouts.service.ts';
import { cancelLine } from './orders.admin.service.ts';
import { boughtBy, concerns, type DataSubject } from './orders.privacy.ts';
import type { OrderRow } from './orders.service.ts';
import { isNotCancelled, orders } from './orders.tables.ts';
import { lockBuyers } from './seatsHeld.service.ts';

/** Seats of an event that has not started, in one order line. */
interface UpcomingSeats {
  code: string;
  event: SeatProduct;
  quantity: number;
}

/** Seats that are on sale again. */
export interface FreedSeats extends UpcomingSeats {
  /** Lira. */
  refund: number;
}

async function readUpcomingLines(db: Database, subject: DataSubject, now: Date) {
  const rows: OrderRow[] = await db
    .select()
    .from(orders)
    .where(and(boughtBy(subject), isNotCancelled))
    .orderBy(asc(orders.code), asc(orders.id));
  const products = await readProductsOf(db, rows);
  return rows.flatMap((line) => {
    const event = products.get(line.product_id);
    return event && event.starts_at > now ? [{ line, event }] : [];
  });
}

/** Lists the seats a person bought of events that have not started. */
export const readUpcomingSeats = async (db: Database, subject: DataSubject, now: Date): Promise<UpcomingSeats[]> =>
  (await readUpcomingLines(db, subject, now)).map(({ line: { code, quantity }, event }) => ({ code, event, quantity }));

/**
 * Locks what an erasure changes of orders and lines, in the order of all other changes: buyer, checkouts, products.
 * Call it before anything of them is changed.
 */
export async function lockSeatsOf(tx: Database, subject: DataSubject): Promise<void> {
  const userId = 'userId' in subject ? subject.userId : undefined;
  if (userId) await lockBuyers(tx, [userId]);
  const found = await tx.select().from(orders).where(concerns(tx, subject));
  await lockCheckouts(tx, [...new Set(found.map(({ code }) => code))]);
  const awaited = userId ? await readAwaitedProducts(tx, userId) : [];
  await lockSeatProducts(tx, [...found.map(({ product_id }) => product_id), ...awaited]);
}

/**
 * Cancels what a person bought of events that have not started: the seats are on sale again, and what was paid for them
 * becomes a refund task. Participants with an address of their own are told. Returns the seats.
 */
export async function cancelUpcomingSeats(mutation: Mutation, subject: DataSubject): Promise<FreedSeats[]> {
  const { tx, now, audit } = mutation;
  const found = await readUpcomingLines(tx, subject, now);
  const codes = [...new Set(found.map(({ line }) => line.code))];
  const checkouts = new Map<string, Awaited<ReturnType<typeof lockCheckout>>>();
  for (const code of codes) checkouts.set(code, await lockCheckout(tx, code));
  await lockSeatProducts(
    tx,
    found.map(({ event }) => event.id),
  );
  const seats: FreedSeats[] = [];
  for (const {
    line: { id, code, quantity },
    event,
  } of found) {
    const checkout = checkouts.get(code);
    const line = checkout?.lines.find((row) => row.id === id);
    if (!checkout || !line || line.status === 'cancelled') continue;
    const refund = toLira(await cancelLine(mutation, checkout, line));
    checkouts.set(code, await settleCheckout(mutation, code));
    const change = { before: { status: line.status }, after: { status: 'cancelled' } };
    await audit({ action: 'status', entity: 'order', entityId: id, ...change });
    seats.push({ code, event, quantity, refund });
  }
  return seats;
}
