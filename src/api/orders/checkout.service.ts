import type { Order } from '../../contract/orders.ts';
import { lockSeatProducts, type SeatProduct, uniqueIds } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { createBatcher } from '../db/batcher.ts';
import { isDatabaseDown, isStatementError } from '../db/pgErrors.ts';
import { ApiError } from '../errors.ts';
import { findReplies, replayKey, type StoredReply } from '../idempotency/idempotency.service.ts';
import { mutate } from '../mutation.ts';
import { newTicket, seatKey, type TicketCodes, toTicketPath } from '../tickets/tickets.ts';
import { findAnswerProblem } from './answers.ts';
import { type CheckoutRequest, findMiscount, findRateRefusal, findRefusal, toOrderRows } from './checkout.ts';
import { withTicketPaths } from './orders.service.ts';
import { type BuyerHistory, lockBuyers, readBuyerHistory } from './seatsHeld.service.ts';
import { createSellerTermsReader } from './seller.service.ts';
import { type OrderTerms, type SellerTerms, toPreview, toTerms } from './terms.ts';
import { type AcceptedCheckout, ConcurrentReplay, handOffersOn, writeCheckouts } from './writeCheckouts.service.ts';

/** Reserves the seats of every line of a checkout, or of none. */
export type CreateOrder = (checkout: CheckoutRequest) => Promise<Order[]>;

type Result = Order[] | Error;

/** What a batch decides by; an accepted checkout changes it for those behind it. */
interface BatchState {
  products: ReadonlyMap<string, SeatProduct>;
  replies: Map<string, StoredReply>;
  histories: ReadonlyMap<string, BuyerHistory>;
  seller: SellerTerms;
  rateFactor: number;
  now: Date;
}

/**
 * Creates orders in batches: checkouts that arrive while a batch runs are in the next one. A batch is one transaction,
 * so that many simultaneous buyers cost little more than one. A call throws `too_many_requests`, `not_found`,
 * `limit_reached`, `not_on_sale`, `price_changed`, `stock_exhausted`, `invalid`, `terms_changed` or
 * `idempotency_mismatch`.
 */
export function createCheckout(ctx: AppContext): CreateOrder {
  const readTerms = createSellerTermsReader(ctx);
  return createBatcher((checkouts) => processOrSplitBatch(ctx, checkouts, readTerms));
}

type ReadTerms = ReturnType<typeof createSellerTermsReader>;

/** Where a statement of a batch fails (as when one buyer's account was just erased), runs each checkout on its own. */
async function processOrSplitBatch(ctx: AppContext, batch: CheckoutRequest[], readTerms: ReadTerms): Promise<Result[]> {
  try {
    return await processBatch(ctx, batch, readTerms);
  } catch (error) {
    if (batch.length === 1 || isDatabaseDown(error) || !isStatementError(error)) throw error;
    const results: Result[] = [];
    for (const checkout of batch) {
      results.push(...(await processBatch(ctx, [checkout], readTerms).catch((reason) => [reason as Error])));
    }
    return results;
  }
}

async function processBatch(ctx: AppContext, checkouts: CheckoutRequest[], readTerms: ReadTerms): Promise<Result[]> {
  const productIds = uniqueIds(checkouts.flatMap(({ lines }) => lines.map((line) => line.id)));
  const buyerIds = checkouts.map(({ buyer }) => buyer.id);
  const requests = checkouts.flatMap(({ request }) => request ?? []);
  try {
    // A single buyer whose account is erased at this moment is refused; a batch is repeated one by one.
    const actorId = checkouts.length === 1 ? (buyerIds[0] as string) : null;
    return await mutate(ctx, actorId, async (mutation) => {
      const { tx, now, emit } = mutation;
      // Sent in this order without a wait in between: what is read behind the locks is read under them.
      const [, products, replies, histories, seller] = await Promise.all([
        lockBuyers(tx, buyerIds),
        lockSeatProducts(tx, productIds),
        findReplies(tx, requests, now),
        readBuyerHistory(tx, buyerIds, productIds, now),
        readTerms(tx, now),
      ]);
      const rateFactor = ctx.env.rateLimitFactor;
      const state: BatchState = { products, replies, histories, seller, rateFactor, now };
      const accepted: AcceptedCheckout[] = [];
      const results = checkouts.map((checkout) => evaluateCheckout(ctx, checkout, state, accepted));
      if (accepted.length) {
        await writeCheckouts(tx, ctx, accepted, state);
        await handOffersOn(mutation, accepted, products);
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
  checkout: CheckoutRequest,
  state: BatchState,
  accepted: AcceptedCheckout[],
): Result {
  const { products, replies, now } = state;
  const { buyer, request, lines } = checkout;
  const stored = request && replies.get(replayKey(request));
  if (stored) return stored.hash === request.hash ? (stored.reply as Order[]) : new ApiError('idempotency_mismatch');
  const history = state.histories.get(buyer.id) as BuyerHistory;
  const refusal =
    findRateRefusal(history, state.rateFactor, now) ??
    findRefusal(lines, products, history, now) ??
    findMiscount(lines);
  if (refusal) return refusal;
  let terms: OrderTerms;
  try {
    terms = toTerms(lines, products, state.seller, checkout.method, now);
  } catch (error) {
    return error as Error;
  }
  if (checkout.previewHash != null) {
    const preview = toPreview(terms);
    if (preview.preview_hash !== checkout.previewHash) return new ApiError('terms_changed', { preview });
  }
  const problem = findAnswerProblem(lines, products, checkout.healthConsent);
  if (problem) return problem;
  const rows = toOrderRows(checkout, terms, products, now);
  const seats = reserveSeats(lines, products, history);
  history.recent.set(rows.orders[0]?.code as string, now);
  if (request) replies.set(replayKey(request), { hash: request.hash, reply: rows.orders });
  const tickets = rows.participantRows.map((seat) => newTicket(encryption, seat));
  accepted.push({ checkout, rows, tickets, terms, seats });
  // Replies are stored without the codes; `addTicketPaths` brings them back.
  const codes = new Map(tickets.map((ticket) => [seatKey(ticket), ticket.codes]));
  return rows.orders.map((order) => withTicketPaths(order, (seat) => toTicketPath(codes.get(seat) as TicketCodes)));
}

/** Takes seats out for the checkouts behind: those offered to the buyer first, then those on sale. */
function reserveSeats(
  lines: CheckoutRequest['lines'],
  products: BatchState['products'],
  history: BuyerHistory,
): AcceptedCheckout['seats'] {
  return lines.map(({ id, quantity }) => {
    const offer = history.offers.get(id);
    const offered = offer?.quantity ?? 0;
    const fromStock = Math.max(0, quantity - offered);
    (products.get(id) as SeatProduct).stock -= fromStock;
    history.held.set(id, (history.held.get(id) ?? 0) + quantity);
    history.offers.delete(id);
    return { id, fromStock, offerId: offer?.id, unused: Math.max(0, offered - quantity) };
  });
}
