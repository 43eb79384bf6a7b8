import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/account.ts';
import type { CartLine, Order, PaymentMethod } from '../../contract/orders.ts';
import { maxCheckoutsPerHour, maxSeatsPerBuyer } from '../../shared/limits.ts';
import { toLira } from '../../shared/money.ts';
import { joinName } from '../../shared/names.ts';
import { hourMs } from '../../shared/time.ts';
import { isOnSale, type SeatProduct } from '../catalog/seats.service.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import { type CheckoutRow, type OrderRow, type ParticipantRow, toOrder } from './orders.service.ts';
import { newCode, searchOf, splitName } from './orders.ts';
import { type BuyerHistory, seatsLeftFor } from './seatsHeld.service.ts';
import type { OrderTerms } from './terms.ts';

export type Buyer = Pick<User, 'id' | 'email' | 'name' | 'surname'>;

/** The buyer of an order that an admin enters: without an account, maybe without an address. */
export interface PhoneBuyer {
  id: null;
  email: string | null;
  name: string;
  surname: string;
  phone: string;
}

/** A line of the request. A preview has no participants. */
type RequestLine = Omit<CartLine, 'participants'> & Partial<Pick<CartLine, 'participants'>>;

/** All request lines of one product. */
export interface MergedLine {
  id: string;
  quantity: number;
  /** In lira, as the buyer saw them. */
  prices: number[];
  participants: CartLine['participants'];
  /** Index in the request of the first line whose participants are more or fewer than its seats; -1 for none. */
  miscountAt: number;
}

export interface CheckoutRequest {
  buyer: Buyer;
  lines: MergedLine[];
  /** Set where the sender may repeat the request: a repetition gets the reply of the first success. */
  request: IdempotentRequest | undefined;
  /** Version of the distance-sale terms the buyer accepted. */
  terms: string | null;
  /** How the buyer wants to pay; the first way offered where missing. */
  method: PaymentMethod | null | undefined;
  /** Of the preview the buyer saw, where there was one. */
  previewHash: string | null | undefined;
  /** Whether the buyer consented to answers that may be about health. */
  healthConsent: boolean;
}

/** What a checkout inserts, and the orders it replies. */
export interface OrderRows {
  orderRows: OrderRow[];
  participantRows: ParticipantRow[];
  checkoutRow: CheckoutRow;
  orders: Order[];
}

/** Merges lines of the same product. */
export function mergeLines(lines: RequestLine[]): MergedLine[] {
  return [...Map.groupBy(lines, (line) => line.id)].map(([id, same]) => {
    const participants = same.flatMap((line) => line.participants ?? []);
    const quantity = same.reduce((sum, line) => sum + line.quantity, 0);
    const miscountAt = lines.findIndex((line) => line.id === id && line.participants?.length !== line.quantity);
    return { id, participants, quantity, prices: same.flatMap((line) => line.price ?? []), miscountAt };
  });
}

/** Returns `too_many_requests` once an account made its checkouts of the hour. */
export function findRateRefusal({ recent }: BuyerHistory, rateFactor: number, now: Date): ApiError | undefined {
  const most = Math.max(1, Math.floor(maxCheckoutsPerHour * rateFactor));
  if (recent.size < most) return undefined;
  const times = [...recent.values()].map((time) => time.getTime()).sort((a, b) => b - a);
  const freeAt = (times[most - 1] as number) + hourMs;
  const message = 'Son bir saatte çok sayıda sipariş verdiniz. Lütfen biraz sonra tekrar deneyin.';
  const retryAfter = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
  return new ApiError('too_many_requests', { message }, { retryAfter });
}

/**
 * Returns why seats cannot be sold: the first reason, with all lines it applies to; undefined when they can. `own` are
 * the buyer's seats by product, and those offered to them.
 */
export function findRefusal(
  lines: MergedLine[],
  products: ReadonlyMap<string, SeatProduct>,
  own: Pick<BuyerHistory, 'held' | 'offers'>,
  now: Date,
): ApiError | undefined {
  const checked = lines.map((line) => ({
    ...line,
    product: products.get(line.id) as SeatProduct,
    held: own.held.get(line.id) ?? 0,
  }));
  if (checked.some(({ product }) => !product)) return notFound();
  const refuse = (code: 'limit_reached' | 'not_on_sale' | 'price_changed' | 'stock_exhausted', items: object[]) =>
    items.length ? new ApiError(code, { items }) : undefined;
  return (
    refuse(
      'limit_reached',
      checked
        .filter(({ quantity, held }) => quantity + held > maxSeatsPerBuyer)
        .map(({ id, held }) => ({ id, limit: maxSeatsPerBuyer, held })),
    ) ??
    refuse(
      'not_on_sale',
      checked.filter(({ product }) => !isOnSale(product, now)).map(({ id }) => ({ id })),
    ) ??
    refuse(
      'price_changed',
      checked
        .filter(({ prices, product }) => prices.some((price) => price !== toLira(product.price_kurus)))
        .map(({ id, product }) => ({ id, price: toLira(product.price_kurus) })),
    ) ??
    refuse(
      'stock_exhausted',
      checked
        .map(({ id, quantity, product }) => ({ id, quantity, remaining: seatsLeftFor(own, product) }))
        .filter(({ quantity, remaining }) => quantity > remaining)
        .map(({ id, remaining }) => ({ id, remaining })),
    )
  );
}

/** Returns `invalid` where a product has more or fewer participants than seats, over all lines of it. */
export function findMiscount(lines: MergedLine[]): ApiError | undefined {
  const line = lines.find(({ quantity, participants }) => participants.length !== quantity);
  return line && invalid({ [`cartItems.${line.miscountAt}.participants`]: 'Katılımcı sayısı adetle aynı olmalıdır.' });
}

/**
 * Builds the rows of an accepted checkout. Title and price come from the product, not from the request, and the terms
 * from the preview the buyer saw, where there was one.
 */
export function toOrderRows(
  {
    buyer,
    lines,
    terms,
    previewHash,
  }: Pick<CheckoutRequest, 'lines' | 'terms' | 'previewHash'> & { buyer: Buyer | PhoneBuyer },
  { details, due_at, total_kurus, contract }: OrderTerms,
  products: ReadonlyMap<string, SeatProduct>,
  now: Date,
): OrderRows {
  const code = newCode();
  // A checkout without a price is paid at once.
  const status = total_kurus ? 'reserved' : 'paid';
  const terms_version = previewHash ? contract.version : terms;
  const parts = lines.map(({ id: product_id, participants, quantity }) => {
    const product = products.get(product_id) as SeatProduct;
    const id = randomUUID();
    const contact = {
      buyer_email: buyer.email,
      buyer_name: joinName(buyer),
      buyer_phone: 'phone' in buyer ? buyer.phone : null,
    };
    const row: OrderRow = {
      id,
      code,
      user_id: buyer.id,
      ...contact,
      product_id,
      event_title: product.title,
      unit_price_kurus: product.price_kurus,
      quantity,
      status,
      terms_version,
      terms_hash: terms_version === contract.version ? contract.hash : null,
      withdrawal: product.withdrawal,
      vat_rate: product.vat_rate,
      released_at: null,
      kept_seats_kurus: 0,
      kept_line_kurus: 0,
      sequence: 0,
      created_at: now,
      search: searchOf(
        { code, event_title: product.title, ...contact },
        participants.map((person) => person.fullName),
      ),
    };
    const people = participants.map((person, index) => ({
      order_id: id,
      position: index + 1,
      ...splitName(person.fullName),
      email: person.email ?? buyer.email,
      consent_version: null,
      consent_at: null,
    }));
    return { row, people, order: toOrder(row, product, people) };
  });
  return {
    orderRows: parts.map((part) => part.row),
    participantRows: parts.flatMap((part) => part.people),
    checkoutRow: {
      code,
      method: details.method,
      state: total_kurus ? 'open' : 'paid',
      total_kurus,
      due_at,
      created_at: now,
    },
    orders: parts.map((part) => part.order),
  };
}
