import { sql } from 'drizzle-orm';
import { joinName } from '../../shared/names.ts';
import { removeFromCartsSql } from '../cart/cart.service.ts';
import { type SeatProduct, takeSeatsSql } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { allEnded, insertRowsSql, queryRows } from '../db/sql.ts';
import { type FrozenOrder, lockChain, storeDocuments } from '../documents/documents.service.ts';
import type { Env } from '../env.ts';
import { storeRepliesSql } from '../idempotency/idempotency.service.ts';
import { queueMailsSql } from '../mail/outbox.service.ts';
import type { Mutation } from '../mutation.ts';
import { remindLateBuyers } from '../notices/lateSeats.service.ts';
import { insertTicketsSql } from '../tickets/tickets.service.ts';
import type { NewTicket } from '../tickets/tickets.ts';
import { freeSeats } from '../waitlist/freeSeats.service.ts';
import { takeOffers, takeWaiting } from '../waitlist/offers.service.ts';
import { opensAt } from '../waitlist/offers.ts';
import { storeAnswers } from './answers.service.ts';
import { toAnswers } from './answers.ts';
import type { CheckoutRequest, OrderRows } from './checkout.ts';
import type { DayFacts } from './mailParts.ts';
import { toPaymentFacts } from './myCheckouts.service.ts';
import { confirmationMail, practiceOrderMail } from './orders.mails.ts';
import { checkouts, orders, participants } from './orders.tables.ts';
import { selectSeatsBought } from './seatsHeld.service.ts';
import type { OrderTerms, SellerTerms } from './terms.ts';

/** A checkout whose seats can be had, with the rows to insert. */
export interface AcceptedCheckout {
  checkout: CheckoutRequest;
  rows: OrderRows;
  tickets: NewTicket[];
  terms: OrderTerms;
  seats: SeatsToTake[];
}

/** Where the seats of a line come from: an offer of the waiting list first, then those on sale. */
interface SeatsToTake {
  id: string;
  fromStock: number;
  offerId: string | undefined;
  /** Offered seats that were not bought. */
  unused: number;
}

/** Another process stored the reply to one of the batch's requests after this one looked for it. */
export class ConcurrentReplay extends Error {}

/** Writes all accepted checkouts. Throws `ConcurrentReplay`. */
export async function writeCheckouts(
  tx: Database,
  ctx: AppContext,
  accepted: AcceptedCheckout[],
  { products, seller, now }: { products: ReadonlyMap<string, SeatProduct>; seller: SellerTerms; now: Date },
): Promise<void> {
  const orderRows = accepted.flatMap(({ rows }) => rows.orderRows);
  const checkoutRows = accepted.map(({ rows }) => rows.checkoutRow);
  const participantRows = accepted.flatMap(({ rows }) => rows.participantRows);
  const ticketRows = accepted.flatMap(({ tickets }) => tickets);
  const cartLines = orderRows.map(({ user_id, product_id }) => ({ user_id: user_id as string, product_id }));
  const fromStock = accepted.flatMap(({ seats }) => seats.filter((line) => line.fromStock > 0));
  const seats = [...Map.groupBy(fromStock, ({ id }) => id)].map(([id, lines]) => ({
    id,
    quantity: lines.reduce((sum, line) => sum + line.fromStock, 0),
  }));
  const replies = accepted.flatMap(({ checkout: { request }, rows }) =>
    request ? { request, reply: rows.orders } : [],
  );
  const daysOf = await remindLateBuyers({ tx, now }, ctx.encryption, orderRows, products);
  // Sent in this order: mails and documents are made while the database writes what came before. Whoever waits for the
  // end of the chain holds nothing that is written here.
  const end = lockChain(tx);
  const [[counts]] = await allEnded([
    queryRows<{ replies: number; seats: number }>(
      tx,
      sql`with replies as (${replies.length ? storeRepliesSql(replies, now) : sql`select where false`}),
        new_orders as (${insertRowsSql(orders, orderRows)}),
        new_checkouts as (${insertRowsSql(checkouts, checkoutRows)}),
        new_participants as (${insertRowsSql(participants, participantRows)}),
        new_tickets as (${insertTicketsSql(ticketRows)}),
        carts as (${removeFromCartsSql(cartLines)}),
        seats as (${takeSeatsSql(seats)})
        select (select count(*)::int from replies) as replies, (select count(*)::int from seats) as seats`,
    ),
    queueOrderMails(tx, ctx.env, accepted, seller, daysOf),
    storeDocuments(tx, ctx, accepted.map(toFrozenOrder), now, end),
    end,
  ]);
  if (counts?.replies !== replies.length) throw new ConcurrentReplay();
  // Impossible under the lock. If the lock ever fails, the order fails rather than a seat being sold twice.
  if (counts.seats !== seats.length) throw new Error('seats were sold despite the lock');
  const answersOf = ({ checkout: { lines }, rows }: AcceptedCheckout) =>
    toAnswers(rows.orderRows, lines, products, now);
  await storeAnswers(tx, ctx, accepted.flatMap(answersOf));
}

/** Puts the mails of accepted checkouts into the outbox: to each buyer, and to the practice. */
async function queueOrderMails(
  tx: Database,
  env: Env,
  accepted: AcceptedCheckout[],
  seller: SellerTerms,
  daysOf: ReadonlyMap<string, DayFacts>,
): Promise<void> {
  const mails = accepted.flatMap(({ checkout: { buyer }, rows, terms }) => {
    const payment = toPaymentFacts(rows.checkoutRow, terms.details.total, seller);
    const recipient = { name: joinName(buyer), email: buyer.email, hasAccount: true };
    const confirmation = confirmationMail(rows.orders, recipient, payment, env, daysOf);
    return [{ ...confirmation, documentsOf: rows.checkoutRow.code }, practiceOrderMail(rows.orders, env)];
  });
  await queryRows(tx, queueMailsSql(mails));
}

/**
 * Ends the offers that were bought; seats of them that were not go to whoever comes next. Shortly before the start
 * people in the line buy on sale: who has what they wait for is not told of further seats.
 */
export async function handOffersOn(
  mutation: Mutation,
  accepted: AcceptedCheckout[],
  products: ReadonlyMap<string, SeatProduct>,
): Promise<void> {
  for (const { checkout, seats } of accepted)
    for (const { id } of seats)
      if (opensAt((products.get(id) as SeatProduct).starts_at) <= mutation.now)
        await takeWaiting(mutation.tx, checkout.buyer.id, id, selectSeatsBought(mutation.tx, checkout.buyer.id, id));
  const taken = accepted.flatMap(({ seats }) => seats.filter(({ offerId }) => offerId));
  const offerIds = taken.map(({ offerId }) => offerId as string);
  await takeOffers(mutation.tx, offerIds);
  for (const { id, unused } of taken) if (unused) await freeSeats(mutation, id, unused);
}

/** The documents of an accepted checkout: its terms with code, moment, buyer and names. */
function toFrozenOrder({ checkout: { buyer, lines }, rows, terms }: AcceptedCheckout): FrozenOrder {
  const { code, created_at } = rows.checkoutRow;
  return {
    code,
    frames: terms.frames,
    details: {
      ...terms.details,
      code,
      created_at: created_at.toISOString(),
      buyer: { name: joinName(buyer), email: buyer.email },
      lines: terms.details.lines.map((line, index) => ({
        ...line,
        names: lines[index]?.participants.map(({ fullName }) => fullName),
      })),
    },
  };
}
