import { and, asc, eq, exists, gte, inArray, lt, notExists, notInArray, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { AdminCheckout, CheckoutFilter } from '../../contract/checkouts.ts';
import { toLira } from '../../shared/money.ts';
import { readContacts } from '../account/contacts.service.ts';
import { type CardAttemptRow, readAttempts } from '../cards/attempts.service.ts';
import { productsNotHidden, productsStartedBefore } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { readAtOnce } from '../db/sql.ts';
import { hadNoNotice } from '../notices/sentNotices.service.ts';
import type { Paged, PageRange } from '../paging.ts';
import { type PaymentRow, selectHandPaidCodes } from '../payments/ledger.service.ts';
import { readWholeCheckouts, releasedPrice, type WholeCheckout } from './checkouts.service.ts';
import { type CheckoutSource, selectCheckouts, toCheckouts } from './myCheckouts.service.ts';
import { matchesSearch } from './orders.service.ts';
import { checkouts, isNotCancelled, orders } from './orders.tables.ts';

/** Checkouts as admins see them. */
export async function toAdminCheckouts(
  ctx: CheckoutSource,
  db: Database,
  whole: WholeCheckout[],
): Promise<AdminCheckout[]> {
  const seen = await toCheckouts(ctx, db, whole);
  const codes = whole.map(({ row }) => row.code);
  const attemptsOf = await readAttempts(db, codes);
  const firstLines = whole.flatMap(({ lines: [line] }) => line ?? []);
  const contacts = await readContacts(db, firstLines);
  return seen.map((checkout, index) => {
    const { row, lines, ledger, sums } = whole[index] as WholeCheckout;
    return {
      ...checkout,
      kept: toLira(sums.kept),
      released: toLira(releasedPrice(lines)),
      payments: ledger.payments.map(toPayment),
      attempts: attemptsOf(row.code).map(toAttempt),
      buyer_name: lines[0]?.buyer_name ?? null,
      buyer_email: lines[0]?.buyer_email ?? null,
      buyer_phone: lines[0]?.buyer_phone ?? contacts.get(lines[0]?.user_id ?? '')?.phone_number ?? null,
      has_account: lines.some(({ user_id }) => user_id !== null),
    };
  });
}

const toAttempt = (row: CardAttemptRow): AdminCheckout['attempts'][number] => ({
  ...row,
  amount: toLira(row.amount_kurus),
  charged: row.charged_kurus === null ? null : toLira(row.charged_kurus),
  // Unknown ones have no checkout, and those whose page never opened are not read.
  state: row.state === 'paid' || row.state === 'failed' ? row.state : 'open',
  created_at: row.created_at.toISOString(),
});

const toPayment = (row: PaymentRow): AdminCheckout['payments'][number] => ({
  ...row,
  amount: toLira(row.amount_kurus),
  charged: toLira(row.charged_kurus),
  voided: row.voided_at !== null,
  created_at: row.created_at.toISOString(),
});

/** Lists all checkouts, newest first, filtered by state, search and whether they are overdue. */
export async function listCheckouts(
  ctx: AppContext,
  { state, search, overdue }: CheckoutFilter,
  page?: PageRange,
): Promise<Paged<AdminCheckout>> {
  const words = matchesSearch(search);
  const where = and(
    state ? eq(checkouts.state, state) : undefined,
    overdue ? and(eq(checkouts.state, 'open'), lt(checkouts.due_at, ctx.clock())) : undefined,
    words && sql`${checkouts.code} in (select ${orders.code} from ${orders} where ${words})`,
  );
  return readAtOnce(ctx.db, async (tx) => {
    const { rows, total } = await selectCheckouts(tx, where, page);
    return { rows: await toAdminCheckouts(ctx, tx, await readWholeCheckouts(tx, rows)), total };
  });
}

/** Names of the buyers of these rows by code, where they are known. */
export async function readBuyerNames(db: Database, rows: { code: string }[]): Promise<Map<string, string>> {
  if (!rows.length) return new Map();
  const codes = [...new Set(rows.map(({ code }) => code))];
  const found = await db
    .select({ code: orders.code, name: orders.buyer_name })
    .from(orders)
    .where(inArray(orders.code, codes));
  return new Map(found.flatMap(({ code, name }) => (name ? [[code, name] as const] : [])));
}

/**
 * Codes of open checkouts that are due before a moment and of which no line has started, earliest first; or those whose
 * buyer was not warned and has a seat in an event that is not hidden.
 */
export async function findDueCodes(
  db: Database,
  { before, now, isUnwarned = false }: { before: Date; now: Date; isUnwarned?: boolean },
): Promise<string[]> {
  const linesOf = (products: SQLWrapper) => {
    const where = and(eq(orders.code, checkouts.code), isNotCancelled, inArray(orders.product_id, products));
    return db.select({ id: orders.id }).from(orders).where(where);
  };
  const isToWarn = and(hadNoNotice('payment_warning', checkouts.code), exists(linesOf(productsNotHidden(db))));
  const where = and(
    eq(checkouts.state, 'open'),
    lt(checkouts.due_at, before),
    notExists(linesOf(productsStartedBefore(db, now))),
    isUnwarned ? isToWarn : undefined,
  );
  const rows = await db
    .select({ code: checkouts.code })
    .from(checkouts)
    .where(where)
    .orderBy(asc(checkouts.due_at), asc(checkouts.code));
  return rows.map(({ code }) => code);
}

/** Checkouts of which something is to be paid. */
export const readOpenCheckouts = async (db: Database): Promise<WholeCheckout[]> =>
  readWholeCheckouts(db, (await selectCheckouts(db, eq(checkouts.state, 'open'), undefined)).rows);

/** Checkouts a bank transfer may be for: open ones, and those released since a moment. */
export async function readPayable(db: Database, releasedSince: Date): Promise<WholeCheckout[]> {
  const released = sql`${checkouts.code} in (select ${orders.code} from ${orders} where ${gte(orders.released_at, releasedSince)})`;
  const where = or(eq(checkouts.state, 'open'), and(eq(checkouts.state, 'released'), released));
  return readWholeCheckouts(db, (await selectCheckouts(db, where, undefined)).rows);
}

/**
 * Codes of checkouts made since a moment that wait for no money and of which every payment came by a bank statement or
 * a card: one more transfer is none of those recorded.
 */
export async function readSettledCodes(db: Database, since: Date): Promise<string[]> {
  const waitsForNothing = inArray(checkouts.state, ['paid', 'cancelled']);
  const isTold = notInArray(checkouts.code, selectHandPaidCodes(db));
  const where = and(waitsForNothing, gte(checkouts.created_at, since), isTold);
  const rows = await db.select({ code: checkouts.code }).from(checkouts).where(where);
  return rows.map(({ code }) => code);
}
