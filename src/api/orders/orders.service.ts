import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { toLira } from '../../shared/money.ts';
import { toE164 } from '../../shared/phone.ts';
import { hourMs } from '../../shared/time.ts';
import { isOfPhone } from '../account/contacts.service.ts';
import { readProductsOf, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext, Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords } from '../db/search.ts';
import { readArrivals } from '../door/arrivals.service.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { readCodes } from '../tickets/tickets.service.ts';
import { seatKey, type TicketCodes, toTicketPath } from '../tickets/tickets.ts';
import { type checkouts, isNotCancelled, orders, participants, transfers } from './orders.tables.ts';
import { isHeldByOther, stands } from './orders.ts';

export type OrderRow = typeof orders.$inferSelect;
export type CheckoutRow = typeof checkouts.$inferSelect;
export type ParticipantRow = typeof participants.$inferSelect;

/** Lists what a user bought, newest first. */
export async function listMyOrders(ctx: AppContext, userId: string, page?: PageRange): Promise<Paged<Order>> {
  const { rows, total } = await selectOrders(ctx.db, eq(orders.user_id, userId), 'desc', page);
  return { rows: await completeOrders(ctx.db, rows, ctx), total };
}

/** Reads the lines that have seats of a product. */
export const readStandingLines = async (db: Database, productId: string): Promise<OrderRow[]> => {
  const isStanding = and(eq(orders.product_id, productId), isNotCancelled);
  return db.select().from(orders).where(isStanding);
};

/** Reads one line of anybody's. */
export const findLine = async (db: Database, id: string): Promise<OrderRow | undefined> =>
  (await db.select().from(orders).where(eq(orders.id, id)))[0];

/**
 * Condition that lines contain every word of a search; a whole phone number is one word however it is written. The
 * phone number of a buyer may be that of the account.
 */
export const matchesSearch = (search: string | null | undefined): SQL | undefined =>
  containsWords(orders.search, toE164(search ?? '') ?? search, (word) =>
    /^\+?\d{2,}$/.test(word) ? isOfPhone(orders.user_id, word) : undefined,
  );

/** One page of order rows, by when they were created. */
export function selectOrders(
  db: Database,
  where: SQL | undefined,
  sort: 'asc' | 'desc',
  page: PageRange | undefined,
): Promise<Paged<OrderRow>> {
  const byCreation = sort === 'asc' ? asc(orders.created_at) : desc(orders.created_at);
  const query = db.select().from(orders).where(where).orderBy(byCreation, asc(orders.code), asc(orders.id));
  return selectPage(query.$dynamic(), page, () => db.$count(orders, where));
}

/** Until when a seat can be handed on: an hour before the start as it is now. */
export const transferUntil = ({ starts_at }: Pick<SeatProduct, 'starts_at'>): Date =>
  new Date(starts_at.getTime() - hourMs);

/** Until when a line can be cancelled in full, also once that is over; undefined unless its event moved meanwhile. */
export function choiceUntil({ created_at }: OrderRow, product: SeatProduct): Date | undefined {
  const { decide_until, choice_before, starts_at } = product;
  if (!decide_until || !choice_before || created_at >= choice_before) return undefined;
  return new Date(Math.min(decide_until.getTime(), starts_at.getTime()));
}

/**
 * Of the entries of a line's seats in calendars, which take the highest one: it rises with each change of the event,
 * and whenever seats of the line go or come back.
 */
export const sequenceOf = (line: Pick<OrderRow, 'sequence'>, product: Pick<SeatProduct, 'sequence'>): number =>
  product.sequence + line.sequence;

/** Cancels locked lines or seats of them, or brings them back, and returns them as they are then. */
export async function changeSeats(
  tx: Database,
  lines: OrderRow[],
  change: Partial<Pick<OrderRow, 'status' | 'quantity' | 'released_at' | 'kept_seats_kurus' | 'kept_line_kurus'>>,
): Promise<OrderRow[]> {
  const ids = lines.map(({ id }) => id);
  const next = sql`${orders.sequence} + 1`;
  if (ids.length)
    await tx
      .update(orders)
      .set({ ...change, sequence: next })
      .where(inArray(orders.id, ids));
  return lines.map((line) => ({ ...line, ...change, sequence: line.sequence + 1 }));
}

/** What is known of seats besides who has them, by `seatKey`. */
interface SeatFacts {
  /** Seats with a link that hands them on. */
  links: ReadonlySet<string>;
  codes: ReadonlyMap<string, TicketCodes>;
  /** Since when somebody is in. */
  arrivals: ReadonlyMap<string, Date>;
}

const noSeatFacts: SeatFacts = { links: new Set(), codes: new Map(), arrivals: new Map() };

/** Path of a seat's ticket; null where the buyer has none: the line is cancelled, or the seat is somebody else's. */
function findTicketPath(row: OrderRow, person: ParticipantRow, { codes }: SeatFacts): string | null {
  const ticket = codes.get(seatKey(person));
  return ticket && stands(row) && !isHeldByOther(person, row) ? toTicketPath(ticket) : null;
}

/** An order with the paths that `find` has by `seatKey`. */
export const withTicketPaths = (order: Order, find: (seat: string) => string | null): Order => ({
  ...order,
  participants: order.participants.map((person) => ({
    ...person,
    ticket_url: find(seatKey({ order_id: order.id, position: person.position })),
  })),
});

/** Adds the paths of tickets, as they are now, to the orders of a stored reply. */
export async function addTicketPaths(ctx: AppContext, stored: Order[]): Promise<Order[]> {
  if (stored.every(({ participants }) => participants.every(({ ticket_url }) => ticket_url))) return stored;
  const ids = stored.map(({ id }) => id);
  const present = await completeOrders(ctx.db, await ctx.db.select().from(orders).where(inArray(orders.id, ids)), ctx);
  const paths = new Map(
    present.flatMap(({ id, participants }) =>
      participants.map(({ position, ticket_url }) => [seatKey({ order_id: id, position }), ticket_url]),
    ),
  );
  return stored.map((order) => withTicketPaths(order, (seat) => paths.get(seat) ?? null));
}

/** An order line with title and price as sold, and day and place as the product has them now. */
export function toOrder(row: OrderRow, product: SeatProduct, people: ParticipantRow[], seats: SeatFacts = noSeatFacts) {
  return {
    id: row.id,
    code: row.code,
    event_title: row.event_title,
    date: product.date,
    time: product.time,
    duration_minutes: product.duration_minutes,
    location: product.location,
    quantity: row.quantity,
    unit_price: toLira(row.unit_price_kurus),
    price: toLira(row.unit_price_kurus * row.quantity),
    status: row.status,
    participants: people.map((person) => ({
      position: person.position,
      name: person.name,
      surname: person.surname,
      transfer_until: seats.links.has(seatKey(person)) ? transferUntil(product).toISOString() : null,
      ticket_url: findTicketPath(row, person, seats),
      handed_on: isHeldByOther(person, row),
      checked_in_at: seats.arrivals.get(seatKey(person))?.toISOString() ?? null,
    })),
    sequence: sequenceOf(row, product),
    event_cancelled: product.cancelled_at !== null,
    event_hidden: product.deleted_at !== null,
    decide_until: choiceUntil(row, product)?.toISOString() ?? null,
    buyer_email: row.buyer_email,
    created_at: row.created_at.toISOString(),
  } satisfies Order;
}

/** The participants of lines, by line and in the order of their positions. */
export async function readParticipants(db: Database, orderIds: string[]): Promise<Map<string, ParticipantRow[]>> {
  if (!orderIds.length) return new Map();
  const rows = await db
    .select()
    .from(participants)
    .where(inArray(participants.order_id, orderIds))
    .orderBy(asc(participants.order_id), asc(participants.position));
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

/** Adds what products and participants contribute to order rows; with the keys, paths of tickets too. */
export async function completeOrders(db: Database, rows: OrderRow[], keys?: Keys): Promise<Order[]> {
  if (!rows.length) return [];
  const ids = rows.map((row) => row.id);
  const products = await readProductsOf(db, rows);
  const people = await db
    .select({ ...getTableColumns(participants), link: transfers.token_hash })
    .from(participants)
    .leftJoin(
      transfers,
      and(eq(transfers.order_id, participants.order_id), eq(transfers.position, participants.position)),
    )
    .where(inArray(participants.order_id, ids))
    .orderBy(asc(participants.order_id), asc(participants.position));
  const byOrder = Map.groupBy(people, (person) => person.order_id);
  const seats: SeatFacts = {
    links: new Set(people.filter(({ link }) => link).map(seatKey)),
    codes: keys ? await readCodes(db, keys, ids) : new Map(),
    arrivals: await readArrivals(db, ids),
  };
  return rows.map((row) => toOrder(row, products.get(row.product_id) as SeatProduct, byOrder.get(row.id) ?? [], seats));
}
