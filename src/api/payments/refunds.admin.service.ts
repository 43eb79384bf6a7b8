import { asc, eq, type SQL } from 'drizzle-orm';
import type { RefundState } from '../../contract/checkouts.ts';
import type { Refund } from '../../contract/payments.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { doOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { readBuyerNames } from '../orders/checkouts.admin.service.ts';
import { paidByVoidMail, refundDoneMail } from '../orders/checkouts.mails.ts';
import { hasCheckout, lockCheckout, pricesOf, settleCheckout } from '../orders/checkouts.service.ts';
import { stands } from '../orders/orders.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { toRefund } from './adminRefund.ts';
import { toAdminCheckout } from './booking.service.ts';
import { cardObstacle, findCardPayment, isClaimed, tellCardService } from './cardRefunds.service.ts';
import {
  insertRefund,
  type LedgerRows,
  lockLedger,
  type RefundRow,
  readBooked,
  readLedgers,
  setRefundState,
} from './ledger.service.ts';
import { refunds } from './payments.tables.ts';
import { negate, splitRefund } from './vat.ts';

/**
 * Makes a refund task, once for each key of a request; what goes back to a card, the card service is told at once,
 * unless an earlier try of the request is telling it. Throws `not_found`, `idempotency_mismatch`, and `conflict` where
 * more would be paid back than was paid.
 */
export async function askRefund(
  ctx: AppContext,
  actorId: string,
  code: string,
  values: { amount: number; reason: string },
  request?: IdempotentRequest,
): Promise<Refund> {
  const { refund, isTold } = await mutate(ctx, actorId, async (mutation) => {
    const id = await doOnce(mutation, request, () => writeRefund(mutation, ctx, code, values));
    const { lines, ledger } = await lockCheckout(mutation.tx, code);
    const row = ledger.refunds.find((one) => one.id === id) as RefundRow;
    const refund = showRefund(ctx, row, lines[0]?.buyer_name ?? null, ledger);
    return { refund, isTold: isClaimed(row, mutation.now) };
  });
  return refund.card && !isTold ? tellCardService(ctx, actorId, refund.id) : refund;
}

/** Writes the refund task; returns its id. */
async function writeRefund(
  mutation: Mutation,
  { cards }: AppContext,
  code: string,
  { amount, reason }: { amount: number; reason: string },
): Promise<string> {
  const { row, lines, sums, ledger } = await lockCheckout(mutation.tx, code);
  const amount_kurus = toKurus(amount);
  if (sums.refunding + amount_kurus > sums.paid) throw new ApiError('conflict');
  // What is paid back of an open checkout is owed again; of a paid one it is not, but what was paid for seats that do
  // not stand is, should they come back.
  const reduces_paid = row.state === 'open' || amount_kurus <= sums.beyond;
  const payment = findCardPayment(ledger, { amount_kurus, payment_id: null }, cards?.name);
  // What was paid for seats that do not stand any more goes back before what pays those that do.
  const booked = readBooked(ledger);
  const prices = pricesOf(lines.filter(stands));
  const vat_shares = splitRefund(amount_kurus, booked, [...booked, ...prices.map(negate)]);
  const task = { code, amount_kurus, vat_shares, reason, reduces_paid, payment_id: payment?.id ?? null };
  const { id } = await insertRefund(mutation, task);
  await settleCheckout(mutation, code);
  return id;
}

const nextStates: Record<RefundState, RefundState[]> = {
  asked: ['sent', 'void'],
  sent: ['done', 'void'],
  done: [],
  void: [],
};

/**
 * Moves a refund on: asked, sent, done; or void. Mails the buyer when it is done, or leaves nothing open. Throws
 * `not_found`, `conflict`.
 */
export const setRefund = (ctx: AppContext, actorId: string, id: string, state: RefundState): Promise<Refund> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now } = mutation;
    const [found] = await tx.select({ code: refunds.code }).from(refunds).where(eq(refunds.id, id));
    if (!found) throw notFound();
    // Money of an unknown attempt belongs to no checkout.
    const before = (await hasCheckout(tx, found.code)) ? await lockCheckout(tx, found.code) : undefined;
    const ledger = before?.ledger ?? (await lockLedger(tx, found.code));
    let refund = ledger.refunds.find((row) => row.id === id) as RefundRow;
    const isChanged = refund.state !== state;
    if (isChanged) {
      if (!nextStates[refund.state].includes(state) || isClaimed(refund, now)) throw new ApiError('conflict');
      refund = await setRefundState(mutation, refund, state);
    }
    if (!before) return toRefund(refund, null, false);
    const checkout = await toAdminCheckout(ctx, mutation, await settleCheckout(mutation, found.code));
    const facts = { to: checkout.buyer_email ?? '', amount: toLira(refund.amount_kurus), order_id: refund.order_id };
    if (isChanged && state === 'done' && facts.to) await mutation.sendMail(refundDoneMail(checkout, facts, ctx.env));
    if (before.row.state === 'open' && checkout.state === 'paid' && facts.to)
      await mutation.sendMail(paidByVoidMail(checkout, facts, ctx.env));
    return showRefund(ctx, refund, checkout.buyer_name, ledger);
  });

/** A refund as admins see it: whether the card service can be told to pay it back, or in words why not. */
function showRefund({ cards }: AppContext, row: RefundRow, buyer_name: string | null, ledger: LedgerRows): Refund {
  if (row.state !== 'asked') return toRefund(row, buyer_name, false);
  const problem = cardObstacle(ledger, row, cards?.name) ?? row.problem;
  return toRefund({ ...row, problem }, buyer_name, findCardPayment(ledger, row, cards?.name) !== undefined);
}

/** Lists refunds, oldest due first. */
export async function listRefunds(
  ctx: AppContext,
  { state }: { state?: RefundState },
  page?: PageRange,
): Promise<Paged<Refund>> {
  const { db } = ctx;
  const where: SQL | undefined = state ? eq(refunds.state, state) : undefined;
  const query = db.select().from(refunds).where(where).orderBy(asc(refunds.due_at), asc(refunds.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(refunds, where));
  const codes = [...new Set(rows.map(({ code }) => code))];
  const names = await readBuyerNames(db, rows);
  const ledgerOf = await readLedgers(db, codes);
  return {
    rows: rows.map((row) => showRefund(ctx, row, names.get(row.code) ?? null, ledgerOf(row.code))),
    total,
  };
}
