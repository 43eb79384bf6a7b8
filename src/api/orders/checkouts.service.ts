import { and, asc, eq, inArray, ne, type SQLWrapper } from 'drizzle-orm';
import { toLira } from '../../shared/money.ts';
import { isOnSale, lockProductsOf, readProductsOf, type SeatProduct, takeSeats } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { type Mutation, StartOver } from '../mutation.ts';
import { type CheckoutSums, deriveCheckout, type LedgerLine } from '../payments/checkoutState.ts';
import { dueAt } from '../payments/dueDates.ts';
import { type LedgerRows, readLedgers, toLedger } from '../payments/ledger.service.ts';
import { readPaymentTerms } from '../payments/paymentSettings.service.ts';
import type { RateShare } from '../payments/vat.ts';
import { freeSeats } from '../waitlist/freeSeats.service.ts';
import { seatCancelledMail, seatRestoredMail } from './cancellations.mails.ts';
import type { OtherLines } from './mailParts.ts';
import { type CheckoutRow, changeSeats, choiceUntil, type OrderRow, readParticipants } from './orders.service.ts';
import { checkouts, isNotCancelled, orders } from './orders.tables.ts';
import { stands } from './orders.ts';
import { mailHoldersOf } from './seatHolders.service.ts';

/** A checkout with everything that decides its state. */
export interface WholeCheckout {
  row: CheckoutRow;
  /** Sorted by id. */
  lines: OrderRow[];
  ledger: LedgerRows;
  sums: CheckoutSums;
}

/** What a line costs, in kuruş. */
export const priceOf = (line: OrderRow): number => line.unit_price_kurus * line.quantity;

/** What lines cost, each under its VAT rate. */
export const pricesOf = (lines: OrderRow[]): RateShare[] =>
  lines.map((line) => ({ rate: line.vat_rate, gross: priceOf(line) }));

/** What a mail about one line says of the others that stand; undefined where none does. */
export const otherLines = ({ lines, sums }: WholeCheckout, orderId: string): OtherLines | undefined =>
  lines.some((line) => line.id !== orderId && stands(line)) ? { open: toLira(sums.open) } : undefined;

/** What the lines cost whose seats were taken back because nobody paid. */
export const releasedPrice = (lines: OrderRow[]): number =>
  lines.reduce((sum, line) => sum + (line.released_at ? priceOf(line) : 0), 0);

export const toLedgerLine = (line: OrderRow): LedgerLine => ({
  id: line.id,
  price: priceOf(line),
  cancelled: line.status === 'cancelled',
  released: line.released_at !== null,
  kept: line.kept_seats_kurus + line.kept_line_kurus,
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

/** Reads checkouts by their codes, in no order. */
export async function readCheckoutsByCode(db: Database, codes: string[]): Promise<WholeCheckout[]> {
  if (!codes.length) return [];
  return readWholeCheckouts(db, await db.select().from(checkouts).where(inArray(checkouts.code, codes)));
}

/** Codes of the checkouts that have seats of a product. */
export async function standingCodes(db: Database, productId: string): Promise<string[]> {
  const where = and(eq(orders.product_id, productId), isNotCancelled);
  const rows = await db.selectDistinct({ code: orders.code }).from(orders).where(where).orderBy(orders.code);
  return rows.map(({ code }) => code);
}

export const hasCheckout = async (db: Database, code: string): Promise<boolean> =>
  (await db.$count(checkouts, eq(checkouts.code, code))) > 0;

/**
 * Reads one checkout, by its code or a query of it, and locks it: whoever changes its lines, payments or refunds waits.
 * Locks are taken in the order checkout, lines, products (`lockSeatProducts`). Throws `not_found`.
 */
export async function lockCheckout(tx: Database, found: string | SQLWrapper): Promise<WholeCheckout> {
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.code, found)).for('update');
  if (!row) throw notFound();
  const { code } = row;
  const lines = await tx.select().from(orders).where(eq(orders.code, code)).orderBy(asc(orders.id)).for('update');
  return toWhole(row, lines, (await readLedgers(tx, [code]))(code));
}

/**
 * Brings state and rows of a locked checkout in line with its lines, payments and refunds as they are now, and returns
 * it. Every change of a checkout ends with it, in the same transaction.
 */
export const settleCheckout = async (mutation: Mutation, code: string): Promise<WholeCheckout> =>
  settleRows(mutation, await lockCheckout(mutation.tx, code));

/** As `settleCheckout`, for a locked checkout whose rows the caller has as they are now. */
export async function settleRows(
  mutation: Mutation,
  { row, lines, ledger }: Omit<WholeCheckout, 'sums'>,
): Promise<WholeCheckout> {
  const { tx } = mutation;
  const checkout = toWhole(row, lines, ledger);
  const { code } = row;
  const { state } = checkout.sums;
  if (state !== checkout.row.state) await tx.update(checkouts).set({ state }).where(eq(checkouts.code, code));
  const status = state === 'paid' ? 'paid' : 'reserved';
  const changed = checkout.lines.filter((line) => stands(line) && line.status !== status);
  const ids = changed.map(({ id }) => id);
  if (ids.length) await tx.update(orders).set({ status }).where(inArray(orders.id, ids));
  const isOpenAgain = state === 'open' && row.state !== 'open';
  const isTermOver = async () => row.due_at <= mutation.now || !(await isDueInLimits(tx, row, lines));
  const due_at = isOpenAgain && (await isTermOver()) ? await extendDueDate(mutation, row, lines) : row.due_at;
  return {
    ...checkout,
    row: { ...row, state, due_at },
    lines: checkout.lines.map((line) => (ids.includes(line.id) ? { ...line, status } : line)),
  };
}

/** As `lockCheckout`, for several ones in the order of their codes. */
export async function lockCheckouts(tx: Database, codes: string[]): Promise<WholeCheckout[]> {
  if (!codes.length) return [];
  const hasCode = inArray(checkouts.code, codes);
  const rows = await tx.select().from(checkouts).where(hasCode).orderBy(asc(checkouts.code)).for('update');
  const ofCodes = inArray(orders.code, codes);
  await tx.select({ id: orders.id }).from(orders).where(ofCodes).orderBy(asc(orders.id)).for('update');
  return readWholeCheckouts(tx, rows);
}

/**
 * Locks the checkouts with seats of a product that is not locked yet. `assertComplete` throws `StartOver` where one was
 * made meanwhile: call it once the product is locked.
 */
export async function lockCheckoutsOf(
  tx: Database,
  productId: string,
): Promise<{ whole: WholeCheckout[]; assertComplete(): Promise<void> }> {
  const codes = await standingCodes(tx, productId);
  return {
    whole: await lockCheckouts(tx, codes),
    async assertComplete() {
      if ((await standingCodes(tx, productId)).some((code) => !codes.includes(code))) throw new StartOver();
    },
  };
}

/** As `settleCheckout`, for several locked checkouts with a few statements. Returns those of which lines stand. */
export async function settleCheckouts({ tx }: Mutation, locked: WholeCheckout[]): Promise<WholeCheckout[]> {
  const codes = locked.map(({ row }) => row.code);
  const whole = await readCheckoutsByCode(tx, codes);
  for (const [state, same] of Map.groupBy(whole, ({ sums }) => sums.state)) {
    const ofState = same.map(({ row }) => row.code);
    await tx.update(checkouts).set({ state }).where(inArray(checkouts.code, ofState));
    const status = state === 'paid' ? 'paid' : 'reserved';
    const isOther = and(inArray(orders.code, ofState), isNotCancelled, ne(orders.status, status));
    await tx.update(orders).set({ status }).where(isOther);
  }
  return whole.filter(({ lines }) => lines.some(stands));
}

/** Whether seats may be taken back: something is open and nothing was paid. */
export const isReleasable = ({ row, sums }: WholeCheckout): boolean => row.state === 'open' && sums.paid === 0;

/** Whether nobody is left of an order but those who took its seats over: its buyer was erased. */
export const isBuyerGone = ({ lines }: Pick<WholeCheckout, 'lines'>): boolean =>
  lines.every(({ buyer_name }) => buyer_name === null);

/** Cancels all lines that stand, because nobody paid: their seats are free, and who else holds one of them is told. */
export async function releaseLines(mutation: Mutation, { lines }: WholeCheckout): Promise<void> {
  const { tx, now } = mutation;
  const standing = lines.filter(stands);
  await lockProductsOf(tx, standing);
  const cancelled = await changeSeats(tx, standing, { status: 'cancelled', released_at: now });
  for (const { product_id, quantity } of standing) await freeSeats(mutation, product_id, quantity);
  await mailHoldersOf(mutation, cancelled, seatCancelledMail);
}

/** Locks the products of lines whose seats are to be taken again, once offers that are over have ended. */
export async function lockAndEndOffers(mutation: Mutation, lines: OrderRow[]): Promise<Map<string, SeatProduct>> {
  const products = await lockProductsOf(mutation.tx, lines);
  for (const [id, product] of products) await freeSeats(mutation, id, 0, product);
  return readProductsOf(mutation.tx, lines);
}

/** Whether cancelled lines have people to come back for: their buyer, or after an erasure who took each seat over. */
export async function havePeople(db: Database, lines: OrderRow[]): Promise<boolean> {
  const ids = lines.map(({ id }) => id);
  const people = await readParticipants(db, ids);
  return lines.every(({ id, quantity, buyer_name }) => buyer_name !== null || people.get(id)?.length === quantity);
}

/** Takes the seats of all released lines again; false, and nothing is taken, where some are gone or nobody's now. */
export async function retakeReleasedLines(mutation: Mutation, { lines }: WholeCheckout): Promise<boolean> {
  const { tx, now, emit } = mutation;
  const released = lines.filter((line) => line.released_at);
  const products = await lockAndEndOffers(mutation, released);
  const fits = released.every(({ product_id, quantity }) => {
    const product = products.get(product_id);
    return product && isOnSale(product, now) && product.stock >= quantity;
  });
  if (!fits || !(await havePeople(tx, released))) return false;
  for (const { product_id: id, quantity } of released)
    if (!(await takeSeats(tx, { id, quantity }))) throw new Error('seats were sold despite the lock');
  const restored = await changeSeats(tx, released, { status: 'reserved', released_at: null });
  await mailHoldersOf(mutation, restored, seatRestoredMail);
  emit('catalog');
  return true;
}

/** The earliest start among the lines that stand; undefined where none does. */
export async function earliestStart(db: Database, lines: OrderRow[]): Promise<Date | undefined> {
  return (await readEarliestStarts(db, [{ lines }]))({ lines });
}

/** Reads `earliestStart` of several checkouts at once. */
export async function readEarliestStarts(
  db: Database,
  checkouts: Pick<WholeCheckout, 'lines'>[],
): Promise<(checkout: Pick<WholeCheckout, 'lines'>) => Date | undefined> {
  const standing = ({ lines }: Pick<WholeCheckout, 'lines'>) => lines.filter(stands);
  const products = await readProductsOf(db, checkouts.flatMap(standing));
  return (checkout) => {
    const starts = standing(checkout).flatMap(({ product_id }) => products.get(product_id)?.starts_at.getTime() ?? []);
    return starts.length ? new Date(Math.min(...starts)) : undefined;
  };
}

/**
 * Reads what limits the due dates of checkouts. What is returned moves a due date that lies before the end of a choice
 * about an event that moved, or after the earliest start.
 */
export async function readDueLimits(
  db: Database,
  checkouts: Pick<WholeCheckout, 'lines'>[],
): Promise<(lines: OrderRow[], due: Date) => Date> {
  const standing = checkouts.flatMap(({ lines }) => lines.filter(stands));
  const events = await readProductsOf(db, standing);
  return (lines, due) => {
    const own = lines.filter(stands).map((line) => ({ line, event: events.get(line.product_id) as SeatProduct }));
    const choices = own.map(({ line, event }) => choiceUntil(line, event)?.getTime() ?? 0);
    const starts = own.map(({ event }) => event.starts_at.getTime());
    return new Date(Math.min(Math.max(due.getTime(), ...choices), ...starts));
  };
}

/** Whether `readDueLimits` leaves the due date of a checkout as it is. */
export async function isDueInLimits(db: Database, { due_at }: CheckoutRow, lines: OrderRow[]): Promise<boolean> {
  const limit = await readDueLimits(db, [{ lines }]);
  return limit(lines, due_at).getTime() === due_at.getTime();
}

/** Gives a locked checkout the term of one made now, within `readDueLimits`. Returns its due date. */
export async function extendDueDate(mutation: Mutation, row: CheckoutRow, lines: OrderRow[]): Promise<Date> {
  const { tx, now } = mutation;
  const start = (await earliestStart(tx, lines)) ?? now;
  const { days_before } = await readPaymentTerms(tx);
  const limit = await readDueLimits(tx, [{ lines }]);
  const due_at = limit(lines, dueAt(start, days_before, now));
  await setDueDate(mutation, row, due_at);
  return due_at;
}

/** Moves the due date of a locked checkout and writes it down. */
export async function setDueDate({ tx, audit }: Mutation, { code, due_at: before }: CheckoutRow, due_at: Date) {
  await updateCheckout(tx, code, { due_at });
  const change = { before: { due_at: before.toISOString() }, after: { due_at: due_at.toISOString() } };
  await audit({ action: 'update', entity: 'checkout', entityId: code, ...change });
}

/** Changes how and until when a locked checkout is to be paid. Its state follows by `settleCheckout` alone. */
export async function updateCheckout(
  tx: Database,
  code: string,
  change: Partial<Pick<CheckoutRow, 'method' | 'due_at'>>,
): Promise<void> {
  await tx.update(checkouts).set(change).where(eq(checkouts.code, code));
}
