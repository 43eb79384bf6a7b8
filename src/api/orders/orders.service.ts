import { randomUUID } from 'node:crypto';
import { toKurus, toLira } from '../../contract/money.ts';
import type { Order } from '../../contract/orders.ts';
import { seatLimit } from '../../contract/seats.ts';
import { removeFromCart } from '../cart/cart.service.ts';
import { isOnSale, readEvents, type SeatEvent, takeSeats } from '../catalog/seats.service.ts';
import { notFound, Refusal } from '../errors.ts';
import { readTerms } from '../legal.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { Platform } from '../platform.ts';
import { type Attempt, claimKey, findReply } from './keys.service.ts';
import { confirmationMail, noticeMail } from './order.mail.ts';
import { orders, participants } from './orders.tables.ts';
import { newCode, searchOf, splitName } from './orders.ts';
import { type OrderRow, type ParticipantRow, toOrder } from './rows.service.ts';

export interface Buyer {
  id: string;
  email: string;
  name: string;
  surname: string;
}

/** A line of the cart as it was sent. */
export interface SentLine {
  id: string;
  /** In lira, as the buyer saw it. */
  price?: number | null;
  participants: { fullName: string; email?: string }[];
}

/** The seats wanted of one event, whatever number of lines they were sent in. */
interface Wanted {
  id: string;
  quantity: number;
  prices: number[];
  people: SentLine['participants'];
}

/** The distance-sale terms as they stand, read when the product starts. */
const contract = readTerms('mesafeli-satis');

/** What an order consists of before it is written. */
interface Draft {
  rows: OrderRow[];
  people: ParticipantRow[];
  orders: Order[];
}

function addUp(lines: SentLine[]): Wanted[] {
  return [...Map.groupBy(lines, (line) => line.id)].map(([id, same]) => {
    const people = same.flatMap((line) => line.participants);
    return { id, people, quantity: people.length, prices: same.flatMap((line) => line.price ?? []) };
  });
}

/** Why these seats cannot be had, the first reason for all lines it applies to; undefined when they can. */
function findRefusal(wanted: Wanted[], events: ReadonlyMap<string, SeatEvent>, now: Date): Refusal | undefined {
  const lines = wanted.flatMap((line) => ({ ...line, event: events.get(line.id) as SeatEvent }));
  if (lines.some((line) => !line.event)) return notFound();
  const refuse = (code: 'limit_reached' | 'not_on_sale' | 'price_changed' | 'stock_exhausted', items: object[]) =>
    items.length ? new Refusal(code, { items }) : undefined;
  return (
    refuse(
      'limit_reached',
      lines.filter(({ quantity }) => quantity > seatLimit).map(({ id }) => ({ id, limit: seatLimit })),
    ) ??
    refuse(
      'not_on_sale',
      lines.filter(({ event }) => !isOnSale(event, now)).map(({ id }) => ({ id })),
    ) ??
    refuse(
      'price_changed',
      lines
        .filter(({ prices, event }) => prices.some((price) => toKurus(price) !== event.price_kurus))
        .map(({ id, event }) => ({ id, price: toLira(event.price_kurus) })),
    ) ??
    refuse(
      'stock_exhausted',
      lines
        .filter(({ quantity, event }) => quantity > event.stock)
        .map(({ id, event }) => ({ id, remaining: event.stock })),
    )
  );
}

function draft(
  wanted: Wanted[],
  events: ReadonlyMap<string, SeatEvent>,
  buyer: Buyer,
  terms: string | null,
  now: Date,
): Draft {
  const code = newCode();
  const parts = wanted.map(({ id: product_id, people, quantity }) => {
    const event = events.get(product_id) as SeatEvent;
    const id = randomUUID();
    const row: OrderRow = {
      id,
      code,
      user_id: buyer.id,
      buyer_email: buyer.email,
      buyer_name: `${buyer.name} ${buyer.surname}`,
      product_id,
      event_title: event.title,
      unit_price_kurus: event.price_kurus,
      quantity,
      status: 'reserved',
      terms_version: terms,
      terms_hash: terms === contract.version ? contract.hash : null,
      created_at: now,
      search: searchOf(
        { code, event_title: event.title, buyer_email: buyer.email },
        people.map((person) => person.fullName),
      ),
    };
    const persons = people.map((person, index) => ({
      order_id: id,
      position: index + 1,
      ...splitName(person.fullName),
      email: person.email ?? buyer.email,
    }));
    return { row, persons, order: toOrder(row, event, persons) };
  });
  return {
    rows: parts.map((part) => part.row),
    people: parts.flatMap((part) => part.persons),
    orders: parts.map((part) => part.order),
  };
}

/** The seats went to somebody else, or the event was edited, between reading and taking. */
class Missed extends Error {}
/** This very request has been answered before. */
class Repeated extends Error {}

/** What may come with a checkout beside its lines. */
interface Terms {
  /** Set where the sender may repeat the request: one that succeeded is answered as it was then. */
  attempt?: Attempt;
  /** Version of the distance-sale terms the buyer accepted. */
  terms?: string | null;
}

/**
 * Reserves seats for every line or for none (CONTRACT.md 3). Prices, titles and days come from the database.
 * Throws not_found, limit_reached, not_on_sale, price_changed, stock_exhausted, idempotency_mismatch.
 */
export async function createOrder(
  platform: Platform,
  buyer: Buyer,
  lines: SentLine[],
  { attempt, terms = null }: Terms = {},
): Promise<Order[]> {
  const { db, clock } = platform;
  const wanted = addUp(lines);
  // Each turn after the first means that somebody else was served in between, so this comes to an end.
  for (;;) {
    const now = clock();
    const events = await readEvents(
      db,
      wanted.map((line) => line.id),
    );
    const refusal = findRefusal(wanted, events, now);
    const earlier = refusal && attempt && (await findReply(db, attempt, now));
    if (earlier) return earlier as Order[];
    if (refusal) throw refusal;
    try {
      const made = draft(wanted, events, buyer, terms, now);
      const mail = confirmationMail(made.orders, buyer, platform.env, now);
      const notice = noticeMail(made.orders, platform.env);
      await db.transaction(async (tx) => {
        if (attempt && !(await claimKey(tx, attempt, made.orders, now))) throw new Repeated();
        await tx.insert(orders).values(made.rows);
        await tx.insert(participants).values(made.people);
        await removeFromCart(tx, buyer.id, [...events.keys()]);
        await queueMail(tx, mail, notice);
        // The seats come last: their rows are what everybody waits for, and this way they are held for a commit only.
        if ((await takeSeats(tx, wanted, events)).length) throw new Missed();
      });
      platform.changes.tell('catalog');
      platform.changes.tell('mail');
      return made.orders;
    } catch (error) {
      const reply = error instanceof Repeated && attempt && (await findReply(db, attempt, now));
      if (reply) return reply as Order[];
      if (!(error instanceof Missed || error instanceof Repeated)) throw error;
    }
  }
}
