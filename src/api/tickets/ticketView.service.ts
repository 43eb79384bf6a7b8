import { eq, type SQL } from 'drizzle-orm';
import type { Certificate, Ticket, TicketState } from '../../contract/tickets.ts';
import { joinName } from '../../shared/names.ts';
import { cleanCode } from '../../shared/ticketCode.ts';
import { minuteMs } from '../../shared/time.ts';
import { readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { readAtOnce } from '../db/sql.ts';
import { readArrivals } from '../door/arrivals.service.ts';
import { ApiError, notFound } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { countUnknown } from '../limits/unknownCodes.ts';
import { type DoorSeat, readDoorLines } from '../orders/doorSeats.service.ts';
import { findLine, type OrderRow, sequenceOf } from '../orders/orders.service.ts';
import { tickets } from './tickets.tables.ts';
import { openCodes, seatKey, type TicketCodes } from './tickets.ts';

/** A ticket with everything that decides what it shows. */
interface FoundTicket {
  order: OrderRow;
  product: SeatProduct;
  /** Whose it is; undefined once the seat is somebody else's or was given up. */
  seat: DoorSeat | undefined;
  /** Undefined once the ticket has ended, and where they do not open. */
  codes: TicketCodes | undefined;
  /** Since when the participant is in. */
  arrival: Date | undefined;
}

/** Reads a ticket as of one moment: one that ends meanwhile shows nothing of whoever has the seat then. */
const findTicket = ({ db, encryption }: AppContext, where: SQL): Promise<FoundTicket | undefined> =>
  readAtOnce(db, async (tx) => {
    const [ticket] = await tx.select().from(tickets).where(where);
    const order = ticket && (await findLine(tx, ticket.order_id));
    if (!order) return undefined;
    const product = (await readSeatProducts(tx, [order.product_id])).get(order.product_id) as SeatProduct;
    const codes = openCodes(encryption, ticket);
    const seat = ticket.sealed ? (await readDoorLines(tx, [order.id])).seats.get(seatKey(ticket)) : undefined;
    const arrival = seat && (await readArrivals(tx, [order.id])).get(seatKey(ticket));
    return { order, product, seat, codes, arrival };
  });

/** Finds a ticket by its code. Throws `not_found`, and `too_many_requests` for who tries unknown ones. */
async function findByCode(ctx: AppContext, typed: string, ip: string): Promise<FoundTicket> {
  const found = await findTicket(ctx, eq(tickets.code_hash, sha256(cleanCode(typed))));
  if (found) return found;
  await countUnknown(ctx, ip);
  throw notFound();
}

function stateOf({ order, seat, arrival }: FoundTicket): TicketState {
  if (!seat || order.status === 'cancelled') return 'cancelled';
  if (arrival) return 'used';
  return seat.open > 0 ? 'unpaid' : 'valid';
}

const endsAt = ({ starts_at, duration_minutes }: SeatProduct): Date =>
  new Date(starts_at.getTime() + duration_minutes * minuteMs);

/** Whether there is a certificate: the participant was there, the seat still stands, and the event is over. */
const isCertified = (found: FoundTicket, now: Date): boolean =>
  stateOf(found) === 'used' && endsAt(found.product) <= now;

function toTicket(found: FoundTicket, now: Date): Ticket {
  const { order, product, seat, codes, arrival } = found;
  return {
    event_title: order.event_title,
    date: product.date,
    time: product.time,
    duration_minutes: product.duration_minutes,
    location: product.location,
    image: product.image1,
    name: seat ? joinName(seat) : '',
    state: stateOf(found),
    checked_in_at: arrival?.toISOString() ?? null,
    open: seat?.open ?? 0,
    certificate: isCertified(found, now) ? (codes?.number ?? null) : null,
    // A seat that was handed on has a calendar entry of its own.
    calendar_uid: seat?.handed_on_at ? seatKey(seat) : order.id,
    sequence: sequenceOf(order, product),
  };
}

/** What a ticket shows. Throws as `findByCode`. */
export const readTicket = async (ctx: AppContext, typed: string, ip: string): Promise<Ticket> =>
  toTicket(await findByCode(ctx, typed, ip), ctx.clock());

/** What the certificate of a ticket says. Throws as `findByCode`, and `conflict` where there is none. */
export async function readCertificate(
  ctx: AppContext,
  typed: string,
  ip: string,
): Promise<{ ticket: Ticket; number: string }> {
  const ticket = await readTicket(ctx, typed, ip);
  if (ticket.certificate) return { ticket, number: ticket.certificate };
  throw new ApiError('conflict', {
    message:
      ticket.state === 'cancelled'
        ? 'Bu bilet artık geçerli değil; katılım belgesi verilmez.'
        : 'Katılım belgesi, atölyeye katılanlara atölye bittikten sonra verilir.',
  });
}

/** The first letters of a name: `A. N. Y.` */
const toInitials = (name: string): string =>
  name
    .split(' ')
    .map((word) => `${[...word][0]?.toLocaleUpperCase('tr')}.`)
    .join(' ');

/** Says whose certificate a number is. Throws as `findByCode`. */
export async function checkCertificate(ctx: AppContext, typed: string, ip: string): Promise<Certificate> {
  const found = await findTicket(ctx, eq(tickets.number_hash, sha256(cleanCode(typed))));
  if (found?.seat && isCertified(found, ctx.clock())) {
    const { order, product, seat } = found;
    return { event_title: order.event_title, date: product.date, initials: toInitials(joinName(seat)) };
  }
  await countUnknown(ctx, ip);
  throw notFound();
}
