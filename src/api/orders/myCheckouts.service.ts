import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Checkout } from '../../contract/checkouts.ts';
import type { Order, PaymentMethod } from '../../contract/orders.ts';
import { paymentTexts } from '../../contract/payments.texts.ts';
import { toLira } from '../../shared/money.ts';
import { startsAt } from '../../shared/time.ts';
import { type CardAttemptRow, readAttempts } from '../cards/attempts.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { readAtOnce } from '../db/sql.ts';
import { readDocuments } from '../documents/reading.service.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { isNear } from '../payments/dueDates.ts';
import { offeredMethods, readPaymentSettings, toBank } from '../payments/paymentSettings.service.ts';
import type { PaymentFacts } from '../payments/payments.mails.ts';
import {
  earliestStart,
  lockCheckout,
  readWholeCheckouts,
  updateCheckout,
  type WholeCheckout,
} from './checkouts.service.ts';
import { type CheckoutRow, completeOrders } from './orders.service.ts';
import { checkouts, orders } from './orders.tables.ts';
import { stands } from './orders.ts';
import { readSeller } from './seller.service.ts';
import type { Seller } from './terms.ts';

/** What checkouts as people see them are made of besides their rows. */
export type CheckoutSource = Pick<AppContext, 'env' | 'encryption' | 'cards' | 'clock'>;

/** What mails and lists say about paying a checkout of which `open` lira are to be paid. */
export function toPaymentFacts(
  { code, method, due_at }: Pick<CheckoutRow, 'code' | 'method' | 'due_at'>,
  open: number,
  { settings, site }: Seller,
): PaymentFacts {
  const bank = open > 0 && method === 'transfer' ? toBank(settings, site.legal_name, code) : null;
  return { open, method, due_at: due_at.toISOString(), bank };
}

const toStart = ({ date, time }: Order): number => startsAt(date, time).getTime();

/** Checkouts as their buyer sees them, the lines of each by start. */
export async function toCheckouts(ctx: CheckoutSource, db: Database, whole: WholeCheckout[]): Promise<Checkout[]> {
  const seller = await readSeller(db, ctx);
  const allLines = whole.flatMap(({ lines }) => lines);
  const complete = await completeOrders(db, allLines, ctx);
  const ordersOf = Map.groupBy(complete, ({ code }) => code);
  const codes = whole.map(({ row }) => row.code);
  const documentsOf = await readDocuments(ctx, db, codes);
  const attemptsOf = await readAttempts(db, codes);
  const now = ctx.clock();
  return whole.map(({ row, ledger, sums }) => {
    const ownOrders = (ordersOf.get(row.code) ?? []).toSorted((a, b) => toStart(a) - toStart(b));
    const { open, method, due_at, bank } = toPaymentFacts(row, toLira(sums.open), seller);
    return {
      code: row.code,
      created_at: row.created_at.toISOString(),
      state: row.state,
      method,
      total: toLira(row.total_kurus),
      paid: toLira(sums.paid),
      refunded: toLira(sums.refunded),
      open,
      overpaid: toLira(sums.beyond - sums.kept),
      due_at,
      bank,
      methods: row.state === 'open' ? methodsOf(ownOrders, seller, now) : [],
      card: toCardState(attemptsOf(row.code), ctx.cards, now),
      documents: documentsOf(row.code),
      refunds: ledger.refunds.map((refund) => ({
        ...refund,
        amount: toLira(refund.amount_kurus),
        due_at: refund.due_at.toISOString(),
      })),
      orders: ownOrders,
    };
  });
}

/** Ways to pay that an open checkout can be changed to. */
function methodsOf(lines: Order[], { settings }: Seller, now: Date): PaymentMethod[] {
  const standing = lines.filter(stands);
  const starts = standing.map(toStart);
  const start = starts.length ? new Date(Math.min(...starts)) : now;
  return offeredMethods(settings, isNear(start, settings.days_before, now));
}

/**
 * The newest attempt to pay by card; one nobody heard of counts as waiting while it holds the seats. A refused one is
 * none any more once nobody asks after it.
 */
function toCardState([newest]: CardAttemptRow[], cards: AppContext['cards'], now: Date): Checkout['card'] {
  if (!newest) return null;
  const { id: attempt, provider, state, held_until, ask_at } = newest;
  if (state === 'paid') return { attempt, state };
  if (state === 'open' && held_until && held_until > now) return { attempt, state: 'waiting' };
  return state === 'failed' && ask_at && provider === cards?.name ? { attempt, state } : null;
}

/** One page of checkout rows, newest first. */
export function selectCheckouts(db: Database, where: SQL | undefined, page?: PageRange): Promise<Paged<CheckoutRow>> {
  const query = db.select().from(checkouts).where(where).orderBy(desc(checkouts.created_at), asc(checkouts.code));
  return selectPage(query.$dynamic(), page, () => db.$count(checkouts, where));
}

const boughtBy = (userId: string) =>
  sql`${checkouts.code} in (select ${orders.code} from ${orders} where ${orders.user_id} = ${userId})`;

/** Lists a user's checkouts, newest first. */
export const listMyCheckouts = (ctx: AppContext, userId: string, page?: PageRange): Promise<Paged<Checkout>> =>
  readAtOnce(ctx.db, async (tx) => {
    const { rows, total } = await selectCheckouts(tx, boughtBy(userId), page);
    return { rows: await toCheckouts(ctx, tx, await readWholeCheckouts(tx, rows)), total };
  });

/** One checkout of a user. Throws `not_found`, also for somebody else's. */
export const getMyCheckout = (ctx: AppContext, userId: string, code: string): Promise<Checkout> =>
  readAtOnce(ctx.db, (tx) => readMyCheckout(ctx, tx, userId, code));

async function readMyCheckout(ctx: AppContext, db: Database, userId: string, code: string): Promise<Checkout> {
  const isOwn = and(eq(checkouts.code, code), boughtBy(userId));
  const rows = await db.select().from(checkouts).where(isOwn);
  const [checkout] = await toCheckouts(ctx, db, await readWholeCheckouts(db, rows));
  if (!checkout) throw notFound();
  return checkout;
}

/** Changes how a user pays while something is open. Throws `not_found`, `conflict`, `invalid` for a way not offered. */
export async function setMyMethod(
  ctx: AppContext,
  userId: string,
  code: string,
  method: PaymentMethod,
): Promise<Checkout> {
  return mutate(ctx, userId, async ({ tx, now }) => {
    const own = and(eq(orders.code, code), eq(orders.user_id, userId));
    const { row, lines } = await lockCheckout(tx, tx.select({ code: orders.code }).from(orders).where(own).limit(1));
    if (row.state !== 'open') throw new ApiError('conflict');
    const settings = await readPaymentSettings(tx, ctx);
    const start = (await earliestStart(tx, lines)) ?? now;
    if (!offeredMethods(settings, isNear(start, settings.days_before, now)).includes(method))
      throw invalid({ method: paymentTexts.method });
    await updateCheckout(tx, code, { method });
    return readMyCheckout(ctx, tx, userId, code);
  });
}
