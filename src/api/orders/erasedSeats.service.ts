import { and, asc, inArray, isNull, or } from 'drizzle-orm';
import { toLira } from '../../shared/money.ts';
import { lockSeatProducts, readProductsOf, type SeatProduct } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import type { Mutation } from '../mutation.ts';
import { refundOfLine } from '../payments/checkoutState.ts';
import { insertRefund, readBooked, toLedger } from '../payments/ledger.service.ts';
import { splitLineRefund } from '../payments/vat.ts';
import { freeSeats } from '../waitlist/freeSeats.service.ts';
import { readAwaitedProducts } from '../waitlist/waitlist.service.ts';
import { seatCancelledMail } from './cancellations.mails.ts';
import {
  lockCheckout,
  lockCheckouts,
  priceOf,
  settleCheckout,
  toLedgerLine,
  type WholeCheckout,
} from './checkouts.service.ts';
import { cancelLine } from './orders.admin.service.ts';
import { boughtBy, concerns, type DataSubject, isHandedOn } from './orders.privacy.ts';
import type { OrderRow, ParticipantRow } from './orders.service.ts';
import { isNotCancelled, orders, participants } from './orders.tables.ts';
import { readPeople, removeSeats } from './participants.service.ts';
import { mailSeatHolders } from './seatHolders.service.ts';
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

/**
 * Lines of events that have not started: those a person bought, and those in which they hold a seat that has no buyer
 * any more. With the seats that others took over, which stay theirs.
 */
async function readUpcomingLines(db: Database, subject: DataSubject, now: Date) {
  const isOwn = or(boughtBy(subject), isNull(orders.buyer_name));
  const rows: OrderRow[] = await db
    .select()
    .from(orders)
    .where(and(concerns(db, subject), isOwn, isNotCancelled))
    .orderBy(asc(orders.code), asc(orders.id));
  const ids = rows.map(({ id }) => id);
  const isKept = and(inArray(participants.order_id, ids), isHandedOn(subject));
  const handedOn = await db.select().from(participants).where(isKept);
  const keptOf = Map.groupBy(handedOn, ({ order_id }) => order_id);
  const products = await readProductsOf(db, rows);
  return rows.flatMap((line) => {
    const event = products.get(line.product_id);
    const kept = keptOf.get(line.id) ?? [];
    const quantity = line.quantity - kept.length;
    return event && event.starts_at > now && quantity > 0 ? [{ line, event, kept, quantity }] : [];
  });
}

/** Lists the seats a person holds of events that have not started; those handed on are somebody else's. */
export const readUpcomingSeats = async (db: Database, subject: DataSubject, now: Date): Promise<UpcomingSeats[]> =>
  (await readUpcomingLines(db, subject, now)).map(({ line: { code }, event, quantity }) => ({ code, event, quantity }));

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

/** Cancels a line of a locked checkout but for seats that others took over. Returns the kuruş to be paid back. */
async function cancelAllBut(
  mutation: Mutation,
  { lines, ledger }: WholeCheckout,
  line: OrderRow,
  { kept, event }: { kept: ParticipantRow[]; event: SeatProduct },
): Promise<number> {
  const { tx, audit } = mutation;
  const { id, code, event_title, vat_rate } = line;
  const seats = line.quantity - kept.length;
  const keptPositions = new Set(kept.map(({ position }) => position));
  const gone = (await readPeople(tx, id)).filter(({ position }) => !keptPositions.has(position));
  const changed = await removeSeats(tx, line, { seats, gone, kept_kurus: 0 });
  await freeSeats(mutation, event.id, seats);
  await mailSeatHolders(mutation, changed, { event, people: gone, others: kept, toMail: seatCancelledMail });
  // What was paid for the line pays the seats that stay first.
  const paid = refundOfLine(toLedgerLine(line), lines.map(toLedgerLine), toLedger(ledger));
  const amount_kurus = Math.max(0, paid - priceOf(changed));
  const reason = `${event_title}: ${seats} yer iptal edildi`;
  const vat_shares = splitLineRefund(amount_kurus, vat_rate, readBooked(ledger));
  if (amount_kurus)
    await insertRefund(mutation, { code, amount_kurus, vat_shares, reason, order_id: id, seats, reduces_paid: true });
  const change = { before: { quantity: line.quantity }, after: { quantity: changed.quantity, amount_kurus } };
  await audit({ action: 'cancel', entity: 'order', entityId: id, ...change });
  return amount_kurus;
}

/** Cancels a whole line of a locked checkout. Returns the kuruş to be paid back. */
async function cancelWhole(mutation: Mutation, checkout: WholeCheckout, line: OrderRow): Promise<number> {
  const amount_kurus = await cancelLine(mutation, checkout, line);
  const change = { before: { status: line.status }, after: { status: 'cancelled' } };
  await mutation.audit({ action: 'status', entity: 'order', entityId: line.id, ...change });
  return amount_kurus;
}

/**
 * Cancels a person's seats of events that have not started: they are on sale again, and what was paid for them becomes
 * a refund task. Participants with an address of their own are told. Returns the seats.
 */
export async function cancelUpcomingSeats(mutation: Mutation, subject: DataSubject): Promise<FreedSeats[]> {
  const { tx, now } = mutation;
  const found = await readUpcomingLines(tx, subject, now);
  const codes = [...new Set(found.map(({ line }) => line.code))];
  const checkouts = new Map<string, WholeCheckout>();
  for (const code of codes) checkouts.set(code, await lockCheckout(tx, code));
  const eventIds = found.map(({ event }) => event.id);
  await lockSeatProducts(tx, eventIds);
  const seats: FreedSeats[] = [];
  for (const { line: read, event, kept, quantity } of found) {
    const checkout = checkouts.get(read.code);
    const line = checkout?.lines.find(({ id }) => id === read.id);
    if (!checkout || !line || line.status === 'cancelled') continue;
    const refund = kept.length
      ? await cancelAllBut(mutation, checkout, line, { kept, event })
      : await cancelWhole(mutation, checkout, line);
    checkouts.set(read.code, await settleCheckout(mutation, read.code));
    seats.push({ code: read.code, event, quantity, refund: toLira(refund) });
  }
  return seats;
}
