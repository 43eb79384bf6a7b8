import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PaymentMethod } from '../../contract/orders.ts';
import { paymentTexts } from '../../contract/payments.texts.ts';
import type { AdminCheckout, Checkout, CheckoutFilter } from '../../contract/payments.ts';
import { toLira } from '../../shared/money.ts';
import { giveSeatsBack, isOnSale, lockSeatProducts, readSeatProducts, takeSeats } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords } from '../db/search.ts';
import { readDocuments } from '../documents/documents.service.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import type { Paged, PageRange } from '../paging.ts';
import { type CheckoutSums, deriveCheckout, type LedgerLine } from '../payments/checkoutState.ts';
import { dueAt, isNear } from '../payments/dueDates.ts';
import { type LedgerRows, type PaymentRow, readLedgers, toLedger } from '../payments/ledger.service.ts';
import type { PaymentFacts } from '../payments/payments.mails.ts';
import { offeredMethods, readPaymentSettings, toBank } from '../payments/settings.service.ts';
import { readSite } from '../site/site.service.ts';
import { type CheckoutRow, completeOrders, type OrderRow } from './orders.service.ts';
import { checkouts, orders, participants } from './orders.tables.ts';
import type { Seller } from './terms.ts';

/** A checkout with everything that decides its state. */
export interface WholeCheckout {
  row: CheckoutRow;
  /** By id. */
  lines: OrderRow[];
  ledger: LedgerRows;
  sums: CheckoutSums;
}

export const priceOf = (line: OrderRow): number => line.unit_price_kurus * line.quantity;

export const toLedgerLine = (line: OrderRow): LedgerLine => ({
  id: line.id,
  price: priceOf(line),
  cancelled: line.status === 'cancelled',
  released: line.released_at !== null,
});

function toWhole(row: CheckoutRow, lines: OrderRow[], ledger: LedgerRows): WholeCheckout {
  return { row, lines, ledger, sums: deriveCheckout(lines.map(toLedgerLine), toLedger(ledger)) };
}

/** Reads checkouts with their lines, payments and refunds, in the order of their rows. */
export async function readWholeCheckouts(db: Database, rows: CheckoutRow[]): Promise<WholeCheckout[]> {
  const codes = rows.map(({ code }) => code);
  if (!codes.length) return [];
  const lines = await db.select().from(orders).where(inArray(orders.code, codes)).orderBy(asc(orders.id));
  const linesOf = Map.groupBy(lines, (line) => line.code);
  const ledgerOf = await readLedgers(db, codes);
  return rows.map((row) => toWhole(row, linesOf.get(row.code) ?? [], ledgerOf(row.code)));
}

/**
 * Reads one checkout and locks it: whoever changes its lines, payments or refunds waits. Locks are taken in the order
 * checkout, lines, products (`lockSeatProducts`). Throws `not_found`.
 */
export async function lockCheckout(tx: Database, code: string): Promise<WholeCheckout> {
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.code, code)).for('update');
  if (!row) throw notFound();
  const lines = await tx.select().from(orders).where(eq(orders.code, code)).orderBy(asc(orders.id)).for('update');
  return toWhole(row, lines, (await readLedgers(tx, [code]))(code));
}

/**
 * Brings state and rows of a locked checkout in line with its lines, payments and refunds as they are now, and returns
 * it. Every change of a checkout ends with it, in the same transaction.
 */
export async function settleCheckout({ tx }: Mutation, code: string): Promise<WholeCheckout> {
  const checkout = await lockCheckout(tx, code);
  const { state } = checkout.sums;
  await tx.update(checkouts).set({ state }).where(eq(checkouts.code, code));
  const status = state === 'paid' ? 'paid' : 'reserved';
  const changed = checkout.lines.filter((line) => line.status !== 'cancelled' && line.status !== status);
  const ids = changed.map(({ id }) => id);
  if (ids.length) await tx.update(orders).set({ status }).where(inArray(orders.id, ids));
  return {
    ...checkout,
    row: { ...checkout.row, state },
    lines: checkout.lines.map((line) => (ids.includes(line.id) ? { ...line, status } : line)),
  };
}

/** Cancels all lines that stand and puts their seats back on sale, because nobody paid. */
export async function releaseLines({ tx, now, emit }: Mutation, { lines }: WholeCheckout): Promise<void> {
  const standing = lines.filter(({ status }) => status !== 'cancelled');
  await lockSeatProducts(
    tx,
    standing.map((line) => line.product_id),
  );
  for (const line of standing) await giveSeatsBack(tx, { id: line.product_id, quantity: line.quantity });
  await tx
    .update(orders)
    .set({ status: 'cancelled', released_at: now })
    .where(
      inArray(
        orders.id,
        standing.map(({ id }) => id),
      ),
    );
  emit('catalog');
}

/** Takes the seats of all released lines again; false, and nothing is taken, where some are gone or not on sale. */
export async function retakeReleasedLines({ tx, now, emit }: Mutation, { lines }: WholeCheckout): Promise<boolean> {
  const released = lines.filter((line) => line.released_at);
  const products = await lockSeatProducts(
    tx,
    released.map((line) => line.product_id),
  );
  const fits = released.every(({ product_id, quantity }) => {
    const product = products.get(product_id);
    return product && isOnSale(product, now) && product.stock >= quantity;
  });
  if (!fits) return false;
  for (const { product_id: id, quantity } of released)
    if (!(await takeSeats(tx, { id, quantity }))) throw new Error('seats were sold despite the lock');
  await tx
    .update(orders)
    .set({ status: 'reserved', released_at: null })
    .where(
      inArray(
        orders.id,
        released.map(({ id }) => id),
      ),
    );
  emit('catalog');
  return true;
}

/** The earliest start among the lines that stand; undefined where none does. */
export async function earliestStart(db: Database, lines: OrderRow[]): Promise<Date | undefined> {
  const standing = lines.filter(({ status }) => status !== 'cancelled');
  const products = await readSeatProducts(
    db,
    standing.map((line) => line.product_id),
  );
  const starts = [...products.values()].map(({ starts_at }) => starts_at.getTime());
  return starts.length ? new Date(Math.min(...starts)) : undefined;
}

/** Gives a checkout whose released seats were taken again by hand the term of one made now. */
export async function extendDueDate({ tx, now }: Mutation, code: string): Promise<void> {
  const lines = await tx.select().from(orders).where(eq(orders.code, code));
  const { days_before } = await readPaymentSettings(tx);
  const due_at = dueAt((await earliestStart(tx, lines)) ?? now, days_before, now);
  await tx.update(checkouts).set({ due_at }).where(eq(checkouts.code, code));
}

export const readSeller = async (db: Database, { env }: Pick<AppContext, 'env'>): Promise<Seller> => ({
  settings: await readPaymentSettings(db),
  site: await readSite(db),
  siteUrl: env.siteUrl,
});

/** What mails and lists say about paying a checkout of which `open` lira are to be paid. */
export function toPaymentFacts(
  { code, method, due_at }: Pick<CheckoutRow, 'code' | 'method' | 'due_at'>,
  open: number,
  { settings, site }: Seller,
): PaymentFacts {
  const bank = open > 0 && method === 'transfer' ? toBank(settings, site.legal_name, code) : null;
  return { open, method, due_at: due_at.toISOString(), bank };
}

/** Checkouts as their buyer sees them. */
export async function toCheckouts(
  ctx: Pick<AppContext, 'env' | 'encryption'>,
  db: Database,
  whole: WholeCheckout[],
): Promise<Checkout[]> {
  const seller = await readSeller(db, ctx);
  const complete = await completeOrders(
    db,
    whole.flatMap(({ lines }) => lines),
  );
  const ordersOf = Map.groupBy(complete, ({ code }) => code);
  const documentsOf = await readDocuments(
    ctx,
    db,
    whole.map(({ row }) => row.code),
  );
  return whole.map(({ row, ledger, sums }) => {
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
      due_at,
      bank,
      documents: documentsOf(row.code),
      refunds: ledger.refunds.map(({ id, amount_kurus, state, due_at }) => ({
        id,
        amount: toLira(amount_kurus),
        state,
        due_at: due_at.toISOString(),
      })),
      orders: ordersOf.get(row.code) ?? [],
    };
  });
}

/** One page of checkout rows, newest first. */
export async function selectCheckouts(
  db: Database,
  where: SQL | undefined,
  page: PageRange | undefined,
): Promise<Paged<CheckoutRow>> {
  const query = db.select().from(checkouts).where(where).orderBy(desc(checkouts.created_at), asc(checkouts.code));
  if (!page) {
    const rows = await query;
    return { rows, total: rows.length };
  }
  return { rows: await query.limit(page.limit).offset(page.offset), total: await db.$count(checkouts, where) };
}

const boughtBy = (userId: string) =>
  sql`${checkouts.code} in (select ${orders.code} from ${orders} where ${orders.user_id} = ${userId})`;

/** Lists a user's checkouts, newest first. */
export async function listMyCheckouts(ctx: AppContext, userId: string, page?: PageRange): Promise<Paged<Checkout>> {
  const { rows, total } = await selectCheckouts(ctx.db, boughtBy(userId), page);
  return { rows: await toCheckouts(ctx, ctx.db, await readWholeCheckouts(ctx.db, rows)), total };
}

/** One checkout of a user. Throws `not_found`, also for somebody else's. */
export async function getMyCheckout(ctx: AppContext, userId: string, code: string, db = ctx.db): Promise<Checkout> {
  const rows = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.code, code), boughtBy(userId)));
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
  await getMyCheckout(ctx, userId, code);
  return mutate(ctx, userId, async ({ tx, now }) => {
    const { row, lines } = await lockCheckout(tx, code);
    if (row.state !== 'open') throw new ApiError('conflict');
    const settings = await readPaymentSettings(tx);
    const start = (await earliestStart(tx, lines)) ?? now;
    if (!offeredMethods(settings, isNear(start, settings.days_before, now)).includes(method))
      throw invalid({ method: paymentTexts.method });
    await tx.update(checkouts).set({ method }).where(eq(checkouts.code, code));
    return getMyCheckout(ctx, userId, code, tx);
  });
}

/** Checkouts as admins see them. */
export async function toAdminCheckouts(
  ctx: Pick<AppContext, 'env' | 'encryption'>,
  db: Database,
  whole: WholeCheckout[],
): Promise<AdminCheckout[]> {
  const seen = await toCheckouts(ctx, db, whole);
  return seen.map((checkout, index) => {
    const { lines, ledger } = whole[index] as WholeCheckout;
    return {
      ...checkout,
      payments: ledger.payments.map(toPayment),
      buyer_name: lines[0]?.buyer_name ?? null,
      buyer_email: lines[0]?.buyer_email ?? null,
    };
  });
}

const toPayment = (row: PaymentRow): AdminCheckout['payments'][number] => ({
  id: row.id,
  amount: toLira(row.amount_kurus),
  charged: toLira(row.charged_kurus),
  method: row.method,
  provider: row.provider,
  external_ref: row.external_ref,
  received_on: row.received_on,
  note: row.note,
  voided: row.voided_at !== null,
  created_at: row.created_at.toISOString(),
});

/** Lists all checkouts, newest first, filtered by state, search and whether they are overdue. */
export async function listCheckouts(
  ctx: AppContext,
  { state, search, overdue }: CheckoutFilter,
  page?: PageRange,
): Promise<Paged<AdminCheckout>> {
  const words = containsWords(orders.search, search);
  const where = and(
    state ? eq(checkouts.state, state) : undefined,
    overdue ? and(eq(checkouts.state, 'open'), lt(checkouts.due_at, ctx.clock())) : undefined,
    words && sql`${checkouts.code} in (select ${orders.code} from ${orders} where ${words})`,
  );
  const { rows, total } = await selectCheckouts(ctx.db, where, page);
  return { rows: await toAdminCheckouts(ctx, ctx.db, await readWholeCheckouts(ctx.db, rows)), total };
}

export async function moveDueDate(tx: Database, code: string, due_at: Date): Promise<void> {
  await tx.update(checkouts).set({ due_at }).where(eq(checkouts.code, code));
}

/** Names of buyers by code, where they are known. */
export async function readBuyerNames(db: Database, codes: string[]): Promise<Map<string, string>> {
  if (!codes.length) return new Map();
  const rows = await db
    .select({ code: orders.code, name: orders.buyer_name })
    .from(orders)
    .where(inArray(orders.code, [...new Set(codes)]));
  return new Map(rows.flatMap(({ code, name }) => (name ? [[code, name] as const] : [])));
}

/** Codes of open checkouts that are due before a moment; `warned` asks for those whose buyer was or was not warned. */
export async function findDueCodes(db: Database, before: Date, warned?: false): Promise<string[]> {
  const where = and(
    eq(checkouts.state, 'open'),
    lt(checkouts.due_at, before),
    warned === false ? isNull(checkouts.warned_at) : undefined,
  );
  const rows = await db.select({ code: checkouts.code }).from(checkouts).where(where).orderBy(asc(checkouts.due_at));
  return rows.map(({ code }) => code);
}

export async function markWarned({ tx, now }: Mutation, code: string): Promise<void> {
  await tx.update(checkouts).set({ warned_at: now }).where(eq(checkouts.code, code));
}

/** Checkouts a bank transfer may be for: open ones, and those released since a moment. */
export async function readPayable(db: Database, releasedSince: Date): Promise<WholeCheckout[]> {
  const released = sql`${checkouts.code} in (select ${orders.code} from ${orders} where ${gte(orders.released_at, releasedSince)})`;
  const where = or(eq(checkouts.state, 'open'), and(eq(checkouts.state, 'released'), released));
  return readWholeCheckouts(db, (await selectCheckouts(db, where, undefined)).rows);
}

/** Names of participants by order. */
export async function readParticipantNames(db: Database, orderIds: string[]): Promise<Map<string, string[]>> {
  if (!orderIds.length) return new Map();
  const rows = await db.select().from(participants).where(inArray(participants.order_id, orderIds));
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
  return new Map([...byOrder].map(([id, people]) => [id, people.map(({ name, surname }) => `${name} ${surname}`)]));
}

/** Checkouts by their codes. */
export async function readCheckoutsByCode(db: Database, codes: string[]): Promise<WholeCheckout[]> {
  if (!codes.length) return [];
  return readWholeCheckouts(db, (await selectCheckouts(db, inArray(checkouts.code, codes), undefined)).rows);
}
