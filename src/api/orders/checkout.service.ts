import { sql } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { removeFromCartsSql } from '../cart/cart.service.ts';
import { lockSeatProducts, type SeatProduct, takeSeatsSql } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { createBatcher } from '../db/batcher.ts';
import type { Database } from '../db/connection.ts';
import { isDatabaseDown, isStatementError } from '../db/pgErrors.ts';
import { insertRows, readRows } from '../db/rows.ts';
import { ApiError } from '../errors.ts';
import { queueMailsSql } from '../mail/outbox.service.ts';
import { mutate } from '../mutation.ts';
import { type Checkout, findRefusal, type OrderRows, toOrderRows } from './checkout.ts';
import { findReplies, replayKey, type StoredReply, storeRepliesSql } from './idempotency.service.ts';
import { confirmationMail, practiceOrderMail } from './orders.mails.ts';
import { orders, participants } from './orders.tables.ts';

/** Reserves the seats of every line of a checkout, or of none. */
export type CreateOrder = (checkout: Checkout) => Promise<Order[]>;

type Result = Order[] | Error;

/** A checkout whose seats can be had, with the rows to insert. */
interface AcceptedCheckout {
  checkout: Checkout;
  rows: OrderRows;
}

/** Another process stored the reply to one of the batch's requests after this one looked for it. */
class ConcurrentReplay extends Error {}

/**
 * Creates orders in batches: checkouts that arrive while a batch runs are in the next one. A batch is one transaction
 * that locks the products, evaluates the checkouts in order of arrival and inserts everything with one statement, so
 * that many simultaneous buyers cost little more than one. Titles and prices come from the database. A call throws
 * `not_found`, `limit_reached`, `not_on_sale`, `price_changed`, `stock_exhausted` or `idempotency_mismatch`.
 */
export const createCheckout = (ctx: AppContext): CreateOrder =>
  createBatcher((checkouts) => processOrSplitBatch(ctx, checkouts));

/** Where a statement of a batch fails (as when one buyer's account was just erased), runs each checkout on its own. */
async function processOrSplitBatch(ctx: AppContext, checkouts: Checkout[]): Promise<Result[]> {
  try {
    return await processBatch(ctx, checkouts);
  } catch (error) {
    if (checkouts.length === 1 || isDatabaseDown(error) || !isStatementError(error)) throw error;
    const results: Result[] = [];
    for (const checkout of checkouts) {
      results.push(...(await processBatch(ctx, [checkout]).catch((reason) => [reason as Error])));
    }
    return results;
  }
}

async function processBatch(ctx: AppContext, checkouts: Checkout[]): Promise<Result[]> {
  const productIds = checkouts.flatMap(({ lines }) => lines.map((line) => line.id));
  const requests = checkouts.flatMap(({ request }) => request ?? []);
  try {
    return await mutate(ctx, null, async ({ tx, now, emit }) => {
      const products = await lockSeatProducts(tx, productIds);
      const replies = await findReplies(tx, requests, now);
      const accepted: AcceptedCheckout[] = [];
      const results = checkouts.map((checkout) => evaluateCheckout(checkout, products, replies, accepted, now));
      if (accepted.length) {
        await insertAll(tx, ctx, accepted, now);
        emit('catalog');
        emit('mail');
      }
      return results;
    });
  } catch (error) {
    // The next attempt finds the stored reply.
    if (error instanceof ConcurrentReplay) return processBatch(ctx, checkouts);
    throw error;
  }
}

/**
 * Returns a checkout's result. An accepted one is added to `accepted`; its seats leave `products` and its reply enters
 * `replies`, so that the checkouts behind it see both.
 */
function evaluateCheckout(
  checkout: Checkout,
  products: ReadonlyMap<string, SeatProduct>,
  replies: Map<string, StoredReply>,
  accepted: AcceptedCheckout[],
  now: Date,
): Result {
  const { request, lines } = checkout;
  const stored = request && replies.get(replayKey(request));
  if (stored) return stored.hash === request.hash ? (stored.reply as Order[]) : new ApiError('idempotency_mismatch');
  const refusal = findRefusal(lines, products, now);
  if (refusal) return refusal;
  const rows = toOrderRows(checkout, products, now);
  for (const { id, quantity } of lines) (products.get(id) as SeatProduct).stock -= quantity;
  if (request) replies.set(replayKey(request), { hash: request.hash, reply: rows.orders });
  accepted.push({ checkout, rows });
  return rows.orders;
}

/** Writes all accepted checkouts with one statement. Throws `ConcurrentReplay`. */
async function insertAll(tx: Database, { env }: AppContext, accepted: AcceptedCheckout[], now: Date): Promise<void> {
  const orderRows = accepted.flatMap(({ rows }) => rows.orderRows);
  const participantRows = accepted.flatMap(({ rows }) => rows.participantRows);
  const cartLines = orderRows.map(({ user_id, product_id }) => ({ user_id: user_id as string, product_id }));
  const seats = [...Map.groupBy(orderRows, (row) => row.product_id)].map(([id, rows]) => ({
    id,
    quantity: rows.reduce((sum, row) => sum + row.quantity, 0),
  }));
  const replies = accepted.flatMap(({ checkout: { request }, rows }) =>
    request ? { request, reply: rows.orders } : [],
  );
  const mails = accepted.flatMap(({ checkout: { buyer }, rows }) => [
    confirmationMail(rows.orders, buyer, env),
    practiceOrderMail(rows.orders, env),
  ]);
  const [counts] = await readRows<{ replies: number; seats: number }>(
    tx,
    sql`with replies as (${replies.length ? storeRepliesSql(replies, now) : sql`select where false`}),
      new_orders as (${insertRows(orders, orderRows)}),
      new_participants as (${insertRows(participants, participantRows)}),
      carts as (${removeFromCartsSql(cartLines)}),
      mails as (${queueMailsSql(mails)}),
      seats as (${takeSeatsSql(seats)})
      select (select count(*)::int from replies) as replies, (select count(*)::int from seats) as seats`,
  );
  if (counts?.replies !== replies.length) throw new ConcurrentReplay();
  // Impossible under the lock. If the lock ever fails, the order fails rather than a seat being sold twice.
  if (counts.seats !== seats.length) throw new Error('seats were sold despite the lock');
}
