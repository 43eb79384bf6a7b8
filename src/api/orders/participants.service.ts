import { and, asc, eq, inArray, type SQLWrapper } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { lockSeatProducts, readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext, Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { lockCheckout, readCheckoutsByCode, type WholeCheckout } from './checkouts.service.ts';
import { changeSeats, completeOrders, type OrderRow, type ParticipantRow } from './orders.service.ts';
import { orders, participants } from './orders.tables.ts';
import { isHeldByOther, searchOf, splitName } from './orders.ts';

/** A line of an order with its checkout and its product. */
export interface OwnLine {
  checkout: WholeCheckout;
  line: OrderRow;
  product: SeatProduct;
  /** The participants of the line, sorted by position. */
  people: ParticipantRow[];
}

/** Locks a line that a user bought. Throws `not_found`, also for somebody else's. */
export async function lockOwnLine(tx: Database, userId: string, orderId: string): Promise<OwnLine> {
  const own = and(eq(orders.id, orderId), eq(orders.user_id, userId));
  return lockLine(tx, tx.select({ code: orders.code }).from(orders).where(own), orderId);
}

/** Reads a line that a user bought, without locks. Throws `not_found`, also for somebody else's. */
export async function readOwnLine(db: Database, userId: string, orderId: string): Promise<OwnLine> {
  const own = and(eq(orders.id, orderId), eq(orders.user_id, userId));
  const [line] = await db.select().from(orders).where(own);
  if (!line) throw notFound();
  const [checkout] = (await readCheckoutsByCode(db, [line.code])) as [WholeCheckout];
  const product = (await readSeatProducts(db, [line.product_id])).get(line.product_id) as SeatProduct;
  return { checkout, line, product, people: await readPeople(db, orderId) };
}

/** Locks a line with its checkout and its product. */
export async function lockLine(tx: Database, code: string | SQLWrapper, orderId: string): Promise<OwnLine> {
  const checkout = await lockCheckout(tx, code);
  const line = checkout.lines.find(({ id }) => id === orderId);
  if (!line) throw notFound();
  // Read before the product is locked, for which other buyers wait, too.
  const people = await readPeople(tx, orderId);
  const product = (await lockSeatProducts(tx, [line.product_id])).get(line.product_id) as SeatProduct;
  return { checkout, line, product, people };
}

/** The participants of a line by position. */
export const readPeople = (db: Database, orderId: string): Promise<ParticipantRow[]> =>
  db.select().from(participants).where(eq(participants.order_id, orderId)).orderBy(asc(participants.position));

/** One seat of a line that stands. Throws `not_found`, and `conflict` for one that was cancelled or handed on. */
export function findSeat({ line, people }: OwnLine, position: number): ParticipantRow {
  const seat = people.find((person) => person.position === position);
  if (!seat) throw notFound();
  if (line.status === 'cancelled') throw new ApiError('conflict', { message: 'Bu sipariş iptal edilmiş.' });
  if (isHeldByOther(seat, line))
    throw new ApiError('conflict', {
      message: 'Bu yer devredildi; artık başka birinin. Bir değişiklik gerekiyorsa bize yazın.',
    });
  return seat;
}

/** Brings the text that searches look through in line with the participants as they are now. */
export async function refreshSearch(tx: Database, line: OrderRow): Promise<void> {
  const names = (await readPeople(tx, line.id)).map(({ name, surname }) => `${name} ${surname}`);
  const search = searchOf(line, names);
  await tx.update(orders).set({ search }).where(eq(orders.id, line.id));
}

/** Takes some seats from a locked line that keeps others. `kept_kurus` of their price does not come back. */
export async function removeSeats(
  tx: Database,
  line: OrderRow,
  { seats, gone, kept_kurus }: { seats: number; gone: ParticipantRow[]; kept_kurus: number },
): Promise<OrderRow> {
  const change = { quantity: line.quantity - seats, kept_seats_kurus: line.kept_seats_kurus + kept_kurus };
  const [changed] = (await changeSeats(tx, [line], change)) as [OrderRow];
  const positions = gone.map(({ position }) => position);
  await tx
    .delete(participants)
    .where(and(eq(participants.order_id, line.id), inArray(participants.position, positions)));
  await refreshSearch(tx, line);
  return changed;
}

async function readOrder(tx: Database, ctx: Keys, id: string): Promise<Order> {
  return (await completeOrders(tx, await tx.select().from(orders).where(eq(orders.id, id)), ctx))[0] as Order;
}

/** Mends a participant's name, until the start. Throws `not_found`, `too_late`, `conflict`. */
export const renameParticipant = (
  ctx: AppContext,
  userId: string,
  orderId: string,
  { position, fullName }: { position: number; fullName: string },
): Promise<Order> =>
  mutate(ctx, userId, async ({ tx, now }) => {
    const own = await lockOwnLine(tx, userId, orderId);
    findSeat(own, position);
    if (own.product.starts_at <= now)
      throw new ApiError('too_late', { message: 'Atölye başladı; ad artık değiştirilemez.' });
    const isSeat = and(eq(participants.order_id, orderId), eq(participants.position, position));
    await tx.update(participants).set(splitName(fullName)).where(isSeat);
    await refreshSearch(tx, own.line);
    return readOrder(tx, ctx, orderId);
  });
