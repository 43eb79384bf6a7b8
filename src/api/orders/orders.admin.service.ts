import { and, eq, gte, inArray, type SQL, sum } from 'drizzle-orm';
import type { AdminCheckout } from '../../contract/checkouts.ts';
import type { AdminOrder, Order, OrderFilter, OrderStatus } from '../../contract/orders.ts';
import { toLira } from '../../shared/money.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import { readContacts } from '../account/contacts.service.ts';
import { readSeatProducts, takeSeats } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { withinDays } from '../db/search.ts';
import { ApiError } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import type { Paged, PageRange } from '../paging.ts';
import { tellHoldersPaid } from '../payments/booking.service.ts';
import { refundOfLine, shortOf } from '../payments/checkoutState.ts';
import {
  insertPayment,
  insertRefund,
  readBooked,
  splitTasksAnew,
  toLedger,
  voidPayments,
  withdrawOverpayments,
  withdrawRefund,
} from '../payments/ledger.service.ts';
import { splitLineRefund, splitPayment } from '../payments/vat.ts';
import { warnHoldersAgain } from '../payments/warnings.service.ts';
import { freeSeats } from '../waitlist/freeSeats.service.ts';
import { seatCancelledMail, seatRestoredMail } from './cancellations.mails.ts';
import { factsAt } from './checkoutMail.ts';
import { toAdminCheckouts } from './checkouts.admin.service.ts';
import { paymentMail, paymentVoidedMail } from './checkouts.mails.ts';
import {
  extendDueDate,
  havePeople,
  isDueInLimits,
  lockAndEndOffers,
  lockCheckout,
  otherLines,
  pricesOf,
  settleCheckout,
  toLedgerLine,
  type WholeCheckout,
} from './checkouts.service.ts';
import { orderStatusMail } from './orders.mails.ts';
import { changeSeats, completeOrders, matchesSearch, type OrderRow, selectOrders } from './orders.service.ts';
import { isNotCancelled, orders } from './orders.tables.ts';
import { stands } from './orders.ts';
import { mailHoldersOf } from './seatHolders.service.ts';

/** Lists all orders, filtered by search, day and product. */
export async function listOrders(ctx: AppContext, filter: OrderFilter, page?: PageRange): Promise<Paged<AdminOrder>> {
  const { rows, total } = await selectOrders(ctx.db, toCondition(filter), filter.sort, page);
  const complete = await completeOrders(ctx.db, rows);
  const contacts = await readContacts(ctx.db, rows);
  return {
    rows: complete.map((order, index) => {
      const { product_id, buyer_name, buyer_phone, user_id } = rows[index] as OrderRow;
      const phone = buyer_phone ?? contacts.get(user_id ?? '')?.phone_number ?? null;
      return { ...order, product_id, buyer_name, buyer_phone: phone };
    }),
    total,
  };
}

/** The condition of order lines that a filter asks for; `from` and `to` are days of Istanbul, both included. */
export function toCondition({ search, from, to, product_id, status }: OrderFilter): SQL | undefined {
  return and(
    matchesSearch(search),
    withinDays(orders.created_at, from, to),
    product_id ? eq(orders.product_id, product_id) : undefined,
    status ? eq(orders.status, status) : undefined,
  );
}

/**
 * Sets the status of an order line and mails the buyer about it, or about the whole checkout where money is recorded
 * (docs/rules.md, payments). What the row becomes follows its checkout: it stays `reserved` while other lines are
 * unpaid. Throws `not_found`, `stock_exhausted`, `conflict`.
 */
export const setOrderStatus = (
  ctx: AppContext,
  actorId: string,
  orderId: string,
  status: OrderStatus,
): Promise<Order> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now, audit, sendMail } = mutation;
    // The lock makes a second admin wait, who then finds the status already set.
    const before = await lockCheckout(tx, tx.select({ code: orders.code }).from(orders).where(eq(orders.id, orderId)));
    const row = before.lines.find(({ id }) => id === orderId) as OrderRow;
    const refund_kurus = await changeLine(mutation, before, row, status);
    const after = await settleCheckout(mutation, before.row.code);
    const changed = after.lines.find(({ id }) => id === orderId) as OrderRow;
    if (status === 'reserved' && row.status === 'paid' && changed.status === 'paid') throw new ApiError('conflict');
    if (after.sums.refunding > after.sums.paid) throw new ApiError('conflict');
    const [order] = (await completeOrders(tx, [changed])) as [Order];
    const isChanged = row.status !== changed.status;
    if (isChanged) {
      const change = { before: { status: row.status }, after: { status: changed.status } };
      await audit({ action: 'status', entity: 'order', entityId: orderId, ...change });
    }
    await tellHoldersPaid(mutation, before, after);
    if (after.sums.paid < before.sums.paid) await warnHoldersAgain(mutation, after);
    if (!row.buyer_email) return order;
    const [checkout] = (await toAdminCheckouts(ctx, tx, [after])) as [AdminCheckout];
    const amount = toLira(after.sums.paid - before.sums.paid);
    if (isChanged && [row.status, changed.status].includes('cancelled')) {
      const buyer = { name: row.buyer_name ?? '', email: row.buyer_email, hasAccount: row.user_id !== null };
      const refund = toLira(refund_kurus);
      const facts = { buyer, refund, received: amount, others: otherLines(after, orderId) };
      await sendMail(orderStatusMail(order, { ...facts, payment: factsAt(checkout, now) }, ctx.env));
      return order;
    }
    // A payment is the whole checkout's: with the last line the other ones become paid, too.
    const facts = { to: row.buyer_email, now };
    if (amount > 0) await sendMail(paymentMail(checkout, { ...facts, amount, isLate: false, repaid: 0 }, ctx.env));
    const withdrawn = toLira(before.sums.refunding - after.sums.refunding);
    if (amount < 0) await sendMail(paymentVoidedMail(checkout, { ...facts, withdrawn }, ctx.env));
    return order;
  });

/**
 * Cancels a line of a locked checkout that stands: its seats are free again, participants with an address of their own
 * are told, and what was paid for it becomes a refund task. Returns what is to be paid back, in kuruş. `settleCheckout`
 * must follow.
 */
export async function cancelLine(
  mutation: Mutation,
  { row: { code }, lines, ledger }: WholeCheckout,
  line: OrderRow,
): Promise<number> {
  const { tx } = mutation;
  const cancelled = await changeSeats(tx, [line], { status: 'cancelled' });
  await freeSeats(mutation, line.product_id, line.quantity);
  await mailHoldersOf(mutation, cancelled, seatCancelledMail);
  const amount_kurus = refundOfLine(toLedgerLine(line), lines.map(toLedgerLine), toLedger(ledger));
  const reason = `${line.event_title}: sipariş iptal edildi`;
  const vat_shares = splitLineRefund(amount_kurus, line.vat_rate, readBooked(ledger));
  if (amount_kurus)
    await insertRefund(mutation, { code, amount_kurus, vat_shares, reason, order_id: line.id, reduces_paid: true });
  return amount_kurus;
}

/** Changes one line of a locked checkout, before its state is derived again. Returns the kuruş to be paid back. */
async function changeLine(
  mutation: Mutation,
  checkout: WholeCheckout,
  line: OrderRow,
  status: OrderStatus,
): Promise<number> {
  const wasCancelled = line.status === 'cancelled';
  if (status === 'cancelled') return wasCancelled ? 0 : cancelLine(mutation, checkout, line);
  const { row, lines, ledger } = wasCancelled ? await restoreLine(mutation, checkout, line) : checkout;
  if (status === 'reserved') {
    // What was paid for the line at the door stays.
    const own = ledger.payments.filter(({ order_id, method }) => order_id === line.id && method === 'manual');
    await voidPayments(mutation, own);
    const left = await lockCheckout(mutation.tx, row.code);
    if (own.length) await withdrawOverpayments(mutation, left.ledger, left.sums.open, checkout.sums.open === 0);
    await splitTasksAnew(mutation, row.code);
    return 0;
  }
  const amount_kurus = shortOf([line.id], lines.map(toLedgerLine), toLedger(ledger));
  const received_on = dayInIstanbul(mutation.now);
  const own = [{ rate: line.vat_rate, gross: amount_kurus }];
  const vat_shares = splitPayment(amount_kurus, pricesOf(lines.filter(stands)), readBooked(ledger), own);
  if (amount_kurus)
    await insertPayment(mutation, {
      ...{ code: row.code, amount_kurus, vat_shares },
      ...{ method: 'manual', order_id: line.id, received_on },
    });
  return 0;
}

/** Whether something is open of a checkout whose term is over, or does not suit an event that moved. */
const hasNoTerm = async (tx: Database, { row, lines, sums }: WholeCheckout, now: Date): Promise<boolean> =>
  sums.open > 0 && (row.due_at <= now || !(await isDueInLimits(tx, row, lines)));

/**
 * Takes the seats of a cancelled line of a locked checkout again, and voids the task to pay it back. Returns the
 * checkout as it is then. Throws `stock_exhausted`, and `conflict` where the money is on its way back.
 */
async function restoreLine(
  mutation: Mutation,
  { row: { code }, ledger }: WholeCheckout,
  line: OrderRow,
): Promise<WholeCheckout> {
  const { tx, now, emit } = mutation;
  const { id, product_id, quantity } = line;
  if ((await lockAndEndOffers(mutation, [line])).get(product_id)?.cancelled_at)
    throw new ApiError('conflict', { message: 'Bu atölye iptal edildi; siparişi geri alınamaz.' });
  if (!(await havePeople(tx, [line])))
    throw new ApiError('conflict', { message: 'Alıcının bilgileri silindi; siparişi geri alınamaz.' });
  // What was paid back for single seats stays: only the whole line comes back.
  const ofLine = ledger.refunds.filter(({ order_id, seats }) => order_id === id && seats === null);
  for (const refund of ofLine.filter(({ state }) => state !== 'void')) await withdrawRefund(mutation, refund);
  if (!(await takeSeats(tx, { id: product_id, quantity }))) throw await stockExhausted(tx, product_id);
  emit('catalog');
  const restored = await changeSeats(tx, [line], { status: 'reserved', released_at: null, kept_line_kurus: 0 });
  await mailHoldersOf(mutation, restored, seatRestoredMail);
  const whole = await lockCheckout(tx, code);
  if (!line.released_at && !(await hasNoTerm(tx, whole, now))) return whole;
  const due_at = await extendDueDate(mutation, whole.row, whole.lines);
  return { ...whole, row: { ...whole.row, due_at } };
}

async function stockExhausted(tx: Database, id: string): Promise<ApiError> {
  const remaining = (await readSeatProducts(tx, [id])).get(id)?.stock ?? 0;
  return new ApiError('stock_exhausted', { items: [{ id, remaining }] });
}

/** Counts seats sold by product, without cancelled orders. */
export async function seatsSold(db: Database, productIds: string[], since?: Date): Promise<Map<string, number>> {
  if (!productIds.length) return new Map();
  const rows = await db
    .select({ id: orders.product_id, seats: sum(orders.quantity).mapWith(Number) })
    .from(orders)
    .where(and(inArray(orders.product_id, productIds), isNotCancelled, since && gte(orders.created_at, since)))
    .groupBy(orders.product_id);
  return new Map(rows.map(({ id, seats }) => [id, seats]));
}

/** Counts seats sold of all products, without cancelled orders. */
export async function allSeatsSold(db: Database): Promise<number> {
  const [row] = await db
    .select({ seats: sum(orders.quantity).mapWith(Number) })
    .from(orders)
    .where(isNotCancelled);
  return row?.seats ?? 0;
}

/** Returns which of these products were ever ordered; their rows must stay. */
export async function productsWithOrders(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db.selectDistinct({ id: orders.product_id }).from(orders).where(inArray(orders.product_id, ids));
  return rows.map(({ id }) => id);
}
