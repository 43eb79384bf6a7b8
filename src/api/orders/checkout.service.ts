import { sql } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { removeFromCartsSql } from '../cart/cart.service.ts';
import { lockSeatProducts, type SeatProduct, takeSeatsSql } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { createBatcher } from '../db/batcher.ts';
import type { Database } from '../db/connection.ts';
import { isDatabaseDown, isStatementError } from '../db/pgErrors.ts';
import { insertRowsSql, queryRows } from '../db/sql.ts';
import { type FrozenOrder, freezeOrder, prepareDocuments } from '../documents/documents.service.ts';
import { ApiError } from '../errors.ts';
import { queueMailsSql } from '../mail/outbox.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { remindLateBuyers } from '../notices/lateSeats.service.ts';
import { freeSeats } from '../waitlist/freeSeats.service.ts';
import { takeOffers } from '../waitlist/offers.service.ts';
import { storeAnswers } from './answers.service.ts';
import { findAnswerProblem, toAnswers } from './answers.ts';
import { type Checkout, findRateRefusal, findRefusal, type OrderRows, toOrderRows } from './checkout.ts';
import { findReplies, replayKey, type StoredReply, storeRepliesSql } from './idempotency.service.ts';
import { toPaymentFacts } from './myCheckouts.service.ts';
import { confirmationMail, practiceOrderMail } from './orders.mails.ts';
import { withTicketPaths } from './orders.service.ts';
import { checkouts, orders, participants } from './orders.tables.ts';
import { type BuyerHistory, lockBuyers, readBuyerHistory } from './seatsHeld.service.ts';
import { createSellerTermsReader } from './seller.service.ts';
import { type OrderTerms, type SellerTerms, toPreview, toTerms } from './terms.ts';
import { insertTicketsSql } from './tickets.service.ts';
import { type NewTicket, newTicket, seatKey, type TicketCodes, toTicketPath } from './tickets.ts';

/** Reserves the seats of every line of a checkout, or of none. */
export type CreateOrder = (checkout: Checkout) => Promise<Order[]>;

type Result = Order[] | Error;

/** A checkout whose seats can be had, with the rows to insert. */
interface AcceptedCheckout {
  checkout: Checkout;
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

/** What a batch decides by; an accepted checkout changes it for those behind it. */
interface BatchState {
  products: ReadonlyMap<string, SeatProduct>;
  replies: Map<string, StoredReply>;
  histories: ReadonlyMap<string, BuyerHistory>;
  seller: SellerTerms;
  rateFactor: number;
  now: Date;
}

/** Another process stored the reply to one of the batch's requests after this one looked for it. */
class ConcurrentReplay extends Error {}

/**
 * Creates orders in batches: checkouts that arrive while a batch runs are in the next one. A batch is one transaction
 * that locks buyers and products, evaluates the checkouts in order of arrival and inserts everything with one statement, so
 * that many simultaneous buyers cost little more than one. Titles and prices come from the database. A call throws
 * `too_many_requests`, `not_found`, `limit_reached`, `not_on_sale`, `price_changed`, `stock_exhausted`, `invalid`,
 * `terms_changed` or `idempotency_mismatch`.
 */
export function createCheckout(ctx: AppContext): CreateOrder {
  const readTerms = createSellerTermsReader(ctx);
  return createBatcher((checkouts) => processOrSplitBatch(ctx, checkouts, readTerms));
}

type ReadTerms = ReturnType<typeof createSellerTermsReader>;

/** Where a statement of a batch fails (as when one buyer's account was just erased), runs each checkout on its own. */
async function processOrSplitBatch(ctx: AppContext, checkouts: Checkout[], readTerms: ReadTerms): Promise<Result[]> {
  try {
    return await processBatch(ctx, checkouts, readTerms);
  } catch (error) {
    if (checkouts.length === 1 || isDatabaseDown(error) || !isStatementError(error)) throw error;
    const results: Result[] = [];
    for (const checkout of checkouts) {
      results.push(...(await processBatch(ctx, [checkout], readTerms).catch((reason) => [reason as Error])));
    }
    return results;
  }
}

async function processBatch(ctx: AppContext, checkouts: Checkout[], readTerms: ReadTerms): Promise<Result[]> {
  const productIds = checkouts.flatMap(({ lines }) => lines.map((line) => line.id));
  const buyerIds = checkouts.map(({ buyer }) => buyer.id);
  const requests = checkouts.flatMap(({ request }) => request ?? []);
  const seller = await readTerms(ctx.clock());
  try {
    return await mutate(ctx, null, async (mutation) => {
      const { tx, now, emit } = mutation;
      await lockBuyers(tx, buyerIds);
      const products = await lockSeatProducts(tx, productIds);
      const state: BatchState = {
        products,
        replies: await findReplies(tx, requests, now),
        histories: await readBuyerHistory(tx, buyerIds, [...products.keys()], now),
        seller,
        rateFactor: ctx.env.rateLimitFactor,
        now,
      };
      const accepted: AcceptedCheckout[] = [];
      const results = checkouts.map((checkout) => evaluateCheckout(ctx, checkout, state, accepted));
      if (accepted.length) {
        await insertAll(tx, ctx, accepted, state);
        await handOffersOn(mutation, accepted);
        emit('catalog');
        emit('mail');
      }
      return results;
    });
  } catch (error) {
    // The next attempt finds the stored reply.
    if (error instanceof ConcurrentReplay) return processBatch(ctx, checkouts, readTerms);
    throw error;
  }
}

/** Returns a checkout's result. An accepted one is added to `accepted` and to the state that the next ones see. */
function evaluateCheckout(
  { encryption }: AppContext,
  checkout: Checkout,
  state: BatchState,
  accepted: AcceptedCheckout[],
): Result {
  const { products, replies, now } = state;
  const { buyer, request, lines } = checkout;
  const stored = request && replies.get(replayKey(request));
  if (stored) return stored.hash === request.hash ? (stored.reply as Order[]) : new ApiError('idempotency_mismatch');
  const history = state.histories.get(buyer.id) as BuyerHistory;
  const refusal = findRateRefusal(history, state.rateFactor, now) ?? findRefusal(lines, products, history, now);
  if (refusal) return refusal;
  let terms: OrderTerms;
  try {
    terms = toTerms(lines, products, state.seller, checkout.method, now);
  } catch (error) {
    return error as Error;
  }
  if (checkout.previewHash) {
    const preview = toPreview(terms);
    if (preview.preview_hash !== checkout.previewHash) return new ApiError('terms_changed', { preview });
  }
  const problem = findAnswerProblem(lines, products, checkout.healthConsent);
  if (problem) return problem;
  const rows = toOrderRows(checkout, terms, products, now);
  const seats = lines.map(({ id, quantity }) => {
    const offer = history.offers.get(id);
    const offered = offer?.quantity ?? 0;
    const fromStock = Math.max(0, quantity - offered);
    (products.get(id) as SeatProduct).stock -= fromStock;
    history.held.set(id, (history.held.get(id) ?? 0) + quantity);
    history.offers.delete(id);
    return { id, fromStock, offerId: offer?.id, unused: Math.max(0, offered - quantity) };
  });
  history.recent.set(rows.orders[0]?.code as string, now);
  if (request) replies.set(replayKey(request), { hash: request.hash, reply: rows.orders });
  const tickets = rows.participantRows.map((seat) => newTicket(encryption, seat));
  accepted.push({ checkout, rows, tickets, terms, seats });
  // Replies are stored without the codes; `addTicketPaths` brings them back.
  const codes = new Map(tickets.map((ticket) => [seatKey(ticket), ticket.codes]));
  return rows.orders.map((order) => withTicketPaths(order, (seat) => toTicketPath(codes.get(seat) as TicketCodes)));
}

/** Writes all accepted checkouts with one statement. Throws `ConcurrentReplay`. */
async function insertAll(
  tx: Database,
  ctx: AppContext,
  accepted: AcceptedCheckout[],
  { products, seller, now }: BatchState,
): Promise<void> {
  const { env } = ctx;
  const orderRows = accepted.flatMap(({ rows }) => rows.orderRows);
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
  const mails = accepted.flatMap(({ checkout: { buyer }, rows, terms }) => [
    {
      ...confirmationMail(
        rows.orders,
        buyer,
        toPaymentFacts(rows.checkoutRow, terms.details.total, seller),
        env,
        daysOf,
      ),
      documentsOf: rows.checkoutRow.code,
    },
    practiceOrderMail(rows.orders, env),
  ]);
  const documents = await prepareDocuments(tx, ctx, accepted.map(toFrozenOrder), now);
  const [counts] = await queryRows<{ replies: number; seats: number }>(
    tx,
    sql`with replies as (${replies.length ? storeRepliesSql(replies, now) : sql`select where false`}),
      new_orders as (${insertRowsSql(orders, orderRows)}),
      new_checkouts as (${insertRowsSql(
        checkouts,
        accepted.map(({ rows }) => rows.checkoutRow),
      )}),
      new_participants as (${insertRowsSql(participants, participantRows)}),
      new_tickets as (${insertTicketsSql(ticketRows)}),
      carts as (${removeFromCartsSql(cartLines)}),
      mails as (${queueMailsSql(mails)}),
      frames as (${documents.frames}),
      details as (${documents.details}),
      new_documents as (${documents.documents}),
      chain as (${documents.chain}),
      seats as (${takeSeatsSql(seats)})
      select (select count(*)::int from replies) as replies, (select count(*)::int from seats) as seats`,
  );
  if (counts?.replies !== replies.length) throw new ConcurrentReplay();
  // Impossible under the lock. If the lock ever fails, the order fails rather than a seat being sold twice.
  if (counts.seats !== seats.length) throw new Error('seats were sold despite the lock');
  await storeAnswers(
    tx,
    ctx,
    accepted.flatMap(({ checkout: { lines }, rows }) => toAnswers(rows.orderRows, lines, products, now)),
  );
}

/** Ends the offers that were bought; seats of them that were not go to whoever comes next. */
async function handOffersOn(mutation: Mutation, accepted: AcceptedCheckout[]): Promise<void> {
  const taken = accepted.flatMap(({ seats }) => seats.filter(({ offerId }) => offerId));
  await takeOffers(
    mutation.tx,
    taken.map(({ offerId }) => offerId as string),
  );
  for (const { id, unused } of taken) if (unused) await freeSeats(mutation, id, unused);
}

/** The documents of an accepted checkout: its terms with code, moment, buyer and names. */
function toFrozenOrder({ checkout: { buyer, lines }, rows, terms }: AcceptedCheckout): FrozenOrder {
  const { code, created_at } = rows.checkoutRow;
  return freezeOrder(code, terms.frames, {
    ...terms.details,
    code,
    created_at: created_at.toISOString(),
    buyer: { name: `${buyer.name} ${buyer.surname}`.trim(), email: buyer.email },
    lines: terms.details.lines.map((line, index) => ({
      ...line,
      names: lines[index]?.participants.map(({ fullName }) => fullName),
    })),
  });
}
