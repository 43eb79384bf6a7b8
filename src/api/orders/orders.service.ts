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
import { type Checkout, type Draft, draftOf, findRefusal } from './checkout.ts';
import { findKept, type Kept, nameOf, storeRepliesSql } from './keys.service.ts';
import { confirmationMail, noticeMail } from './order.mail.ts';
import { orders, participants } from './orders.tables.ts';

/** Reserves seats for every line of a checkout or for none (CONTRACT.md 3). */
export type CreateOrder = (checkout: Checkout) => Promise<Order[]>;

/**
 * The till of this process. Buyers who press at the same moment are served together: one transaction locks their
 * events, serves them in the order in which they came and writes it all down, so that a crowd costs the database hardly
 * more than one buyer, and nobody holds a row while others wait. Prices, titles and days come from the database.
 * Throws not_found, limit_reached, not_on_sale, price_changed, stock_exhausted, idempotency_mismatch.
 */
export function openTill(ctx: AppContext): CreateOrder {
  return createBatcher(async (checkouts) => {
    try {
      return await serve(ctx, checkouts);
    } catch (error) {
      // Nothing was written; one buyer's trouble (an account that was erased this very moment) is not the others'.
      if (checkouts.length === 1 || isDatabaseDown(error) || !isStatementError(error)) throw error;
      const answers: (Order[] | Error)[] = [];
      for (const checkout of checkouts) {
        answers.push(...(await serve(ctx, [checkout]).catch((reason) => [reason as Error])));
      }
      return answers;
    }
  }, 100);
}

/** A checkout that was served in this round. */
interface Served {
  checkout: Checkout;
  draft: Draft;
}

/** Another process answered one of these very requests between looking and writing. */
class Repeated extends Error {}

async function serve(ctx: AppContext, checkouts: Checkout[]): Promise<(Order[] | Error)[]> {
  const { db, clock, events } = ctx;
  for (;;) {
    const now = clock();
    try {
      const { answers, served } = await db.transaction(async (tx) => {
        const ids = checkouts.flatMap(({ wanted }) => wanted.map((line) => line.id));
        const events = await lockSeatProducts(tx, ids);
        const attempts = checkouts.flatMap(({ attempt }) => attempt ?? []);
        const served: Served[] = [];
        const kept = await findKept(tx, attempts, now);
        const answers = checkouts.map((checkout) => decide(checkout, events, kept, served, now));
        if (served.length) await write(tx, ctx, served, now);
        return { answers, served: served.length };
      });
      if (served) {
        events.emit('catalog');
        events.emit('mail');
      }
      return answers;
    } catch (error) {
      // The next look finds its answer.
      if (!(error instanceof Repeated)) throw error;
    }
  }
}

/** What a checkout is answered; one that is served takes its seats out of `events` for those behind it. */
function decide(
  checkout: Checkout,
  events: ReadonlyMap<string, SeatProduct>,
  kept: Map<string, Kept>,
  served: Served[],
  now: Date,
): Order[] | ApiError {
  const { attempt, wanted } = checkout;
  const before = attempt && kept.get(nameOf(attempt));
  if (before) return before.hash === attempt.hash ? (before.reply as Order[]) : new ApiError('idempotency_mismatch');
  const refusal = findRefusal(wanted, events, now);
  if (refusal) return refusal;
  const draft = draftOf(checkout, events, now);
  for (const { id, quantity } of wanted) (events.get(id) as SeatProduct).stock -= quantity;
  if (attempt) kept.set(nameOf(attempt), { hash: attempt.hash, reply: draft.orders });
  served.push({ checkout, draft });
  return draft.orders;
}

/** Writes everything that was decided in one statement. */
async function write(tx: Database, { env }: AppContext, served: Served[], now: Date): Promise<void> {
  const drafts = served.map(({ draft }) => draft);
  const rows = drafts.flatMap((draft) => draft.rows);
  const people = drafts.flatMap((draft) => draft.people);
  const bought = served.flatMap(({ checkout: { buyer }, draft }) =>
    draft.rows.map(({ product_id }) => ({ user_id: buyer.id, product_id })),
  );
  const seats = [...Map.groupBy(rows, (row) => row.product_id)].map(([id, lines]) => ({
    id,
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
  }));
  const replies = served.flatMap(({ checkout: { attempt }, draft }) =>
    attempt ? { attempt, reply: draft.orders } : [],
  );
  const mails = served.flatMap(({ checkout: { buyer }, draft }) => [
    confirmationMail(draft.orders, buyer, env),
    noticeMail(draft.orders, env),
  ]);
  const [done] = await readRows<{ replies: number; seats: number }>(
    tx,
    sql`with replies as (${replies.length ? storeRepliesSql(replies, now) : sql`select where false`}),
      sold as (${insertRows(orders, rows)}),
      people as (${insertRows(participants, people)}),
      carts as (${removeFromCartsSql(bought)}),
      mails as (${queueMailsSql(mails)}),
      seats as (${takeSeatsSql(seats)})
      select (select count(*)::int from replies) as replies, (select count(*)::int from seats) as seats`,
  );
  if (done?.replies !== replies.length) throw new Repeated();
  // Cannot be while the rows are locked: should they ever not be, a sale fails rather than a seat is sold twice.
  if (done.seats !== seats.length) throw new Error('seats were taken from under the lock');
}
