import { randomUUID } from 'node:crypto';
import type { Order } from '../../contract/orders.ts';
import { maxSeatsPerOrder } from '../../shared/limits.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import { isOnSale, type SeatProduct } from '../catalog/seats.service.ts';
import { ApiError, notFound } from '../errors.ts';
import { readTerms } from '../legal.ts';
import type { Attempt } from './keys.service.ts';
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
export interface Wanted {
  id: string;
  quantity: number;
  prices: number[];
  people: SentLine['participants'];
}

/** The distance-sale terms as they stand, read when the product starts. */
const contract = readTerms('mesafeli-satis');

/** What an order consists of before it is written. */
export interface Draft {
  rows: OrderRow[];
  people: ParticipantRow[];
  orders: Order[];
}

/** One press of the button. */
export interface Checkout {
  buyer: Buyer;
  wanted: Wanted[];
  /** Set where the sender may repeat the request: one that succeeded is answered as it was then. */
  attempt: Attempt | undefined;
  /** Version of the distance-sale terms the buyer accepted. */
  terms: string | null;
}

/** Lines of the same event are one from here on (CONTRACT.md 3). */
export function addUp(lines: SentLine[]): Wanted[] {
  return [...Map.groupBy(lines, (line) => line.id)].map(([id, same]) => {
    const people = same.flatMap((line) => line.participants);
    return { id, people, quantity: people.length, prices: same.flatMap((line) => line.price ?? []) };
  });
}

/** Why these seats cannot be had, the first reason for all lines it applies to; undefined when they can. */
export function findRefusal(
  wanted: Wanted[],
  events: ReadonlyMap<string, SeatProduct>,
  now: Date,
): ApiError | undefined {
  const lines = wanted.flatMap((line) => ({ ...line, event: events.get(line.id) as SeatProduct }));
  if (lines.some((line) => !line.event)) return notFound();
  const refuse = (code: 'limit_reached' | 'not_on_sale' | 'price_changed' | 'stock_exhausted', items: object[]) =>
    items.length ? new ApiError(code, { items }) : undefined;
  return (
    refuse(
      'limit_reached',
      lines.filter(({ quantity }) => quantity > maxSeatsPerOrder).map(({ id }) => ({ id, limit: maxSeatsPerOrder })),
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

/** Everything that is written for a checkout which can be served. */
export function draftOf(
  { buyer, wanted, terms }: Checkout,
  events: ReadonlyMap<string, SeatProduct>,
  now: Date,
): Draft {
  const code = newCode();
  const parts = wanted.map(({ id: product_id, people, quantity }) => {
    const event = events.get(product_id) as SeatProduct;
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
