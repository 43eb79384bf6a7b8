import { sql } from 'drizzle-orm';
import { readProductsOf, type SeatProduct } from '../catalog/seats.service.ts';
import type { Mail } from '../mail/outbox.service.ts';
import type { Mutation } from '../mutation.ts';
import { seatKey } from '../tickets/tickets.ts';
import { type OrderRow, type ParticipantRow, readParticipants, sequenceOf } from './orders.service.ts';
import { participants } from './orders.tables.ts';

/** Every seat, those of cancelled lines included, as a part of a larger statement. */
export const seatsSql = sql`select order_id, position from ${participants}`;

/** Id of a seat's entry in the calendar of whoever holds it. Buyers and those they named share the line's. */
export const calendarUid = (seat: Pick<ParticipantRow, 'order_id' | 'position' | 'consent_at'>): string =>
  seat.consent_at ? seatKey(seat) : seat.order_id;

/** Whoever holds seats that another person bought, as a mail about some of them sees it. */
export interface SeatHolder {
  to: string;
  /** Their entries in the calendar that no other seat of theirs keeps. */
  uids: string[];
  /** The seats of theirs that the mail is about, by `seatKey`. */
  keys: string[];
  /** How many of the line it is not about. */
  others: number;
}

/** Makes a mail about seats of somebody; its event has their `sequence`. */
type HolderMail = (event: SeatProduct, holder: SeatHolder) => Mail;

/** Mails the holders of seats of one line who are not its buyer, once per address. `others` are its other seats. */
export async function mailSeatHolders(
  { sendMail }: Mutation,
  line: Pick<OrderRow, 'buyer_email' | 'sequence'>,
  {
    event,
    people,
    others = [],
    toMail,
  }: { event: SeatProduct; people: ParticipantRow[]; others?: ParticipantRow[]; toMail: HolderMail },
): Promise<void> {
  const held = people.filter(({ email }) => email && email !== line.buyer_email);
  const seen = { ...event, sequence: sequenceOf(line, event) };
  for (const [to, seats] of Map.groupBy(held, ({ email }) => email as string)) {
    const left = others.filter(({ email }) => email === to);
    const uids = new Set(seats.map(calendarUid)).difference(new Set(left.map(calendarUid)));
    await sendMail(toMail(seen, { to, uids: [...uids], keys: seats.map(seatKey), others: left.length }));
  }
}

/** As `mailSeatHolders`, for all seats of several lines. */
export async function mailHoldersOf(mutation: Mutation, lines: OrderRow[], toMail: HolderMail): Promise<void> {
  const ids = lines.map(({ id }) => id);
  if (!ids.length) return;
  const people = await readParticipants(mutation.tx, ids);
  const products = await readProductsOf(mutation.tx, lines);
  for (const line of lines) {
    const event = products.get(line.product_id) as SeatProduct;
    await mailSeatHolders(mutation, line, { event, people: people.get(line.id) ?? [], toMail });
  }
}
