import { and, asc, eq, inArray, type SQLWrapper } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { lockSeatProducts, readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext, Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import type { Seat } from '../tickets/tickets.ts';
import { lockCheckout, readCheckoutsByCode, type WholeCheckout } from './checkouts.service.ts';
import { changeSeats, completeOrders, type OrderRow, type ParticipantRow } from './orders.service.ts';
import { orders, participants } from './orders.tables.ts';
import { isHeldByOther, searchOf, splitName } from './orders.ts';

/** A line of an order with its checkout and its product. */
export interface WholeLine {
  checkout: WholeCheckout;
  line: OrderRow;
  product: SeatProduct;
  /** The participants of the line, sorted by position. */
  people: ParticipantRow[];
}

/** Who changes seats: a buyer those of their own lines, an admin those of any. */
export interface SeatActor {
  userId: string;
  isAdmin: boolean;
}

/** Keys that open the codes of tickets, for the buyer alone. */
export const keysFor = ({ isAdmin }: SeatActor, ctx: Keys): Keys | undefined => (isAdmin ? undefined : ctx);

const isLineOf = ({ userId, isAdmin }: SeatActor, orderId: string) =>
  and(eq(orders.id, orderId), isAdmin ? undefined : eq(orders.user_id, userId));

/** Locks a line whose seats somebody may change. Throws `not_found`, for a buyer also for somebody else's. */
export const lockLineOf = (tx: Database, actor: SeatActor, orderId: string): Promise<WholeLine> =>
  lockLine(tx, tx.select({ code: orders.code }).from(orders).where(isLineOf(actor, orderId)), orderId);

/** Reads a line whose seats somebody may change, without locks. Throws as `lockLineOf`. */
export async function readLineOf(db: Database, actor: SeatActor, orderId: string): Promise<WholeLine> {
  const [line] = await db.select().from(orders).where(isLineOf(actor, orderId));
  if (!line) throw notFound();
  const [checkout] = (await readCheckoutsByCode(db, [line.code])) as [WholeCheckout];
  const product = (await readSeatProducts(db, [line.product_id])).get(line.product_id) as SeatProduct;
  return { checkout, line, product, people: await readPeople(db, orderId) };
}

/** Locks a line with its checkout and its product. */
export async function lockLine(tx: Database, code: string | SQLWrapper, orderId: string): Promise<WholeLine> {
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

/**
 * Locks the line of a seat that stands. Throws `not_found`, and `conflict` where it was cancelled or, for its buyer,
 * handed on: whoever took it over has no account and turns to the practice.
 */
export async function lockSeat(tx: Database, actor: SeatActor, { order_id, position }: Seat): Promise<WholeLine> {
  const whole = await lockLineOf(tx, actor, order_id);
  const { line, people } = whole;
  const seat = people.find((person) => person.position === position);
  if (!seat) throw notFound();
  if (line.status === 'cancelled') throw new ApiError('conflict', { message: 'Bu sipariş iptal edilmiş.' });
  if (!actor.isAdmin && isHeldByOther(seat, line))
    throw new ApiError('conflict', {
      message: 'Bu yer devredildi; artık başka birinin. Bir değişiklik gerekiyorsa bize yazın.',
    });
  return whole;
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

/** Mends a participant's name, until the start. Throws `not_found`, `too_late`, `conflict`. */
export const renameParticipant = (ctx: AppContext, actor: SeatActor, seat: Seat, fullName: string): Promise<Order> =>
  mutate(ctx, actor.userId, async ({ tx, now, audit }) => {
    const { line, product } = await lockSeat(tx, actor, seat);
    if (product.starts_at <= now)
      throw new ApiError('too_late', { message: 'Atölye başladı; ad artık değiştirilemez.' });
    const isSeat = and(eq(participants.order_id, line.id), eq(participants.position, seat.position));
    await tx.update(participants).set(splitName(fullName)).where(isSeat);
    await refreshSearch(tx, line);
    await audit({ action: 'rename', entity: 'order', entityId: line.id, after: { position: seat.position } });
    return (await completeOrders(tx, [line], keysFor(actor, ctx)))[0] as Order;
  });
