import { asc, inArray } from 'drizzle-orm';
import { toLira } from '../../shared/money.ts';
import { readSeatProducts } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import { openOfLines } from '../payments/checkoutState.ts';
import { toLedger } from '../payments/ledger.service.ts';
import { type Seat, seatKey } from '../tickets/tickets.ts';
import { readCheckoutsByCode, toLedgerLine, type WholeCheckout } from './checkouts.service.ts';
import { type OrderRow, type ParticipantRow, readParticipants, readStandingLines } from './orders.service.ts';
import { orders } from './orders.tables.ts';
import { isHeldByOther } from './orders.ts';

/** A seat and whose it is, as the door sees them. */
export interface DoorSeat extends Seat {
  name: string;
  surname: string;
  email: string | null;
  order_code: string;
  product_id: string;
  /** When somebody took it over from the buyer. */
  handed_on_at: Date | null;
  status: OrderRow['status'];
  /** What is still to be paid for it, in lira. */
  open: number;
}

/** Locks order lines in id order, so that none is cancelled or handed on meanwhile. */
export async function lockLines(tx: Database, ids: string[]): Promise<void> {
  if (!ids.length) return;
  await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id)).for('update');
}

/** What is known of order lines at the door. */
export interface DoorLines {
  /** Products by line, cancelled lines included. */
  products: Map<string, string>;
  /** Seats by `seatKey`, those of cancelled lines included. */
  seats: Map<string, DoorSeat>;
}

/** Reads the seats of order lines. Ids that name nothing are left out. */
export const readDoorLines = async (db: Database, ids: string[]): Promise<DoorLines> =>
  completeLines(db, ids.length ? await db.select().from(orders).where(inArray(orders.id, ids)) : []);

/** Reads all seats of a product that stand. */
export const readDoorSeats = async (db: Database, productId: string): Promise<DoorSeat[]> => {
  const { seats } = await completeLines(db, await readStandingLines(db, productId));
  return [...seats.values()];
};

/** What is open for the lines of checkouts, in kuruş. A part payment pays the event that comes first. */
async function readOpenOfLines(db: Database, whole: WholeCheckout[]): Promise<Map<string, number>> {
  const several = whole.flatMap(({ lines }) => (lines.length > 1 ? lines.map(({ product_id }) => product_id) : []));
  const events = await readSeatProducts(db, several);
  const startOf = ({ product_id }: OrderRow) => events.get(product_id)?.starts_at.getTime() ?? 0;
  const opens = whole.flatMap(({ lines, ledger }) => {
    const byStart = lines.toSorted((a, b) => startOf(a) - startOf(b));
    return [...openOfLines(byStart.map(toLedgerLine), toLedger(ledger))];
  });
  return new Map(opens);
}

async function completeLines(db: Database, lines: OrderRow[]): Promise<DoorLines> {
  const products = new Map(lines.map(({ id, product_id }) => [id, product_id]));
  if (!lines.length) return { products, seats: new Map() };
  const codes = [...new Set(lines.map(({ code }) => code))];
  const whole = await readCheckoutsByCode(db, codes);
  const openOf = await readOpenOfLines(db, whole);
  const people = await readParticipants(db, [...products.keys()]);
  const seats = lines.flatMap((line) => {
    const own = people.get(line.id) ?? [];
    const opens = openOfSeats(openOf.get(line.id) ?? 0, line, own);
    const { code: order_code, product_id, status } = line;
    return own.map(({ order_id, position, name, surname, email, consent_at }) => ({
      ...{ order_id, position, name, surname, email, order_code, product_id, status },
      handed_on_at: consent_at,
      open: toLira(opens.get(position) ?? 0),
    }));
  });
  return { products, seats: new Map(seats.map((seat) => [seatKey(seat), seat])) };
}

/**
 * Divides what is open for a line, in kuruş, among its seats by position: equal parts, what is left over on the first
 * one. The part of a seat whose person was erased is the buyer's, never of somebody who took another seat over.
 */
function openOfSeats(open: number, line: OrderRow, people: ParticipantRow[]): Map<number, number> {
  const { quantity } = line;
  const part = Math.floor(open / quantity);
  const [first] = people;
  const ofBuyer = people.find((person) => !isHeldByOther(person, line));
  return new Map(
    people.map((person) => {
      const rest = person === first ? open - part * quantity : 0;
      const ofErased = person === ofBuyer ? part * (quantity - people.length) : 0;
      return [person.position, part + rest + ofErased];
    }),
  );
}
