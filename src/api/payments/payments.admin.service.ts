import { asc, eq, type SQL } from 'drizzle-orm';
import { paymentTexts } from '../../contract/payments.texts.ts';
import type { AdminCheckout, NewPaymentBody, Refund, RefundState, StatementMatch } from '../../contract/payments.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { uniqueViolation } from '../db/pgErrors.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { readBuyerNames, toAdminCheckouts } from '../orders/checkouts.admin.service.ts';
import {
  dueMovedMail,
  paymentMail,
  paymentVoidedMail,
  refundDoneMail,
  releasedMail,
  unplacedMail,
  unplacedNoticeMail,
} from '../orders/checkouts.mails.ts';
import {
  lockCheckout,
  moveDueDate,
  releaseLines,
  retakeReleasedLines,
  settleCheckout,
  type WholeCheckout,
} from '../orders/checkouts.service.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { insertPayment, insertRefund, type RefundRow, setRefundState, voidPayments } from './ledger.service.ts';
import { payments, refunds } from './payments.tables.ts';

/** A payment as it is recorded; `fingerprint` names the row of a bank statement. */
type RecordedPayment = NewPaymentBody & { fingerprint?: string };

/** Answers one checkout after a change, and tells the buyer with the mail that `toMail` makes. */
async function answer(ctx: AppContext, { tx }: Mutation, checkout: WholeCheckout): Promise<AdminCheckout> {
  return (await toAdminCheckouts(ctx, tx, [checkout]))[0] as AdminCheckout;
}

/**
 * Records a payment and mails the buyer. More than is open is taken. For a released checkout the seats are taken again;
 * where they are gone, and for a cancelled one, a refund task of the whole amount is made. Throws `not_found`,
 * `payment_exists`, `invalid`.
 */
export async function recordPayment(
  ctx: AppContext,
  actorId: string,
  code: string,
  { amount, received_on, method, note, external_ref, fingerprint }: RecordedPayment,
): Promise<AdminCheckout> {
  if (received_on > dayInIstanbul(ctx.clock())) throw invalid({ received_on: paymentTexts.receivedOn });
  try {
    return await mutate(ctx, actorId, async (mutation) => {
      const before = await lockCheckout(mutation.tx, code);
      const { state } = before.row;
      const payment = await insertPayment(mutation, {
        code,
        amount_kurus: toKurus(amount),
        method: method ?? before.row.method,
        received_on,
        note,
        external_ref,
        fingerprint,
      });
      const isLate = state === 'released' && (await retakeReleasedLines(mutation, before));
      const isUnplaced = (state === 'released' && !isLate) || state === 'cancelled';
      if (isUnplaced) {
        const reason = state === 'cancelled' ? 'İptal edilmiş sipariş için ödeme geldi' : 'Ödeme geldi, yer kalmadı';
        const { id: payment_id, amount_kurus } = payment;
        await insertRefund(mutation, { code, amount_kurus, reason, payment_id, reduces_paid: true });
        await mutation.sendMail(unplacedNoticeMail(code, amount, ctx.env));
      }
      const after = await settleCheckout(mutation, code);
      const checkout = await answer(ctx, mutation, after);
      const { buyer_email } = checkout;
      if (buyer_email) {
        const toMail = isUnplaced ? unplacedMail : paymentMail;
        await mutation.sendMail(toMail(checkout, { to: buyer_email, amount, isLate }, ctx.env));
      }
      return checkout;
    });
  } catch (error) {
    if (uniqueViolation(error)) throw new ApiError('payment_exists');
    throw error;
  }
}

/** Voids a payment. Throws `not_found`, and `conflict` where more is paid back than would stay. */
export const voidPayment = (ctx: AppContext, actorId: string, id: string): Promise<AdminCheckout> =>
  mutate(ctx, actorId, async (mutation) => {
    const [found] = await mutation.tx.select({ code: payments.code }).from(payments).where(eq(payments.id, id));
    if (!found) throw notFound();
    const { ledger } = await lockCheckout(mutation.tx, found.code);
    const payment = ledger.payments.find((row) => row.id === id);
    if (!payment?.voided_at) {
      await voidPayments(mutation, [id]);
      // The task to pay this payment back falls with it.
      const own = ledger.refunds.find((row) => row.payment_id === id && row.state === 'asked');
      if (own) await setRefundState(mutation, own, 'void');
    }
    const after = await settleCheckout(mutation, found.code);
    if (after.sums.refunding > after.sums.paid) throw new ApiError('conflict');
    const checkout = await answer(ctx, mutation, after);
    if (!payment?.voided_at && checkout.buyer_email)
      await mutation.sendMail(paymentVoidedMail(checkout, checkout.buyer_email, ctx.env));
    return checkout;
  });

/** Takes the seats of an unpaid checkout back and mails the buyer. Throws `not_found`, `conflict`. */
export const releaseCheckout = (ctx: AppContext, actorId: string, code: string): Promise<AdminCheckout> =>
  mutate(ctx, actorId, async (mutation) => {
    const before = await lockCheckout(mutation.tx, code);
    if (!isReleasable(before)) throw new ApiError('conflict');
    return release(ctx, mutation, before);
  });

/** Whether seats may be taken back: something is open and nothing was paid. */
export const isReleasable = ({ row, sums }: WholeCheckout): boolean => row.state === 'open' && sums.paid === 0;

/** Releases a locked checkout. */
export async function release(ctx: AppContext, mutation: Mutation, before: WholeCheckout): Promise<AdminCheckout> {
  const { code } = before.row;
  await releaseLines(mutation, before);
  const checkout = await answer(ctx, mutation, await settleCheckout(mutation, code));
  await mutation.audit({ action: 'release', entity: 'checkout', entityId: code });
  if (checkout.buyer_email) await mutation.sendMail(releasedMail(checkout, checkout.buyer_email, ctx.env));
  return checkout;
}

/** Moves the due date of an open checkout and mails the buyer. Throws `not_found`, `conflict`. */
export const moveDue = (ctx: AppContext, actorId: string, code: string, due_at: Date): Promise<AdminCheckout> =>
  mutate(ctx, actorId, async (mutation) => {
    const before = await lockCheckout(mutation.tx, code);
    if (before.row.state !== 'open') throw new ApiError('conflict');
    await moveDueDate(mutation.tx, code, due_at);
    const change = { before: { due_at: before.row.due_at.toISOString() }, after: { due_at: due_at.toISOString() } };
    await mutation.audit({ action: 'update', entity: 'checkout', entityId: code, ...change });
    const checkout = await answer(ctx, mutation, await settleCheckout(mutation, code));
    const isChanged = before.row.due_at.getTime() !== due_at.getTime();
    if (isChanged && due_at > mutation.now && checkout.buyer_email)
      await mutation.sendMail(dueMovedMail(checkout, checkout.buyer_email, ctx.env));
    return checkout;
  });

/** Makes a refund task. Throws `not_found`, and `conflict` where more would be paid back than was paid. */
export const askRefund = (
  ctx: AppContext,
  actorId: string,
  code: string,
  { amount, reason }: { amount: number; reason: string },
): Promise<Refund> =>
  mutate(ctx, actorId, async (mutation) => {
    const { row, sums } = await lockCheckout(mutation.tx, code);
    const amount_kurus = toKurus(amount);
    if (sums.refunding + amount_kurus > sums.paid) throw new ApiError('conflict');
    // What is paid back of an open checkout is owed again; of a paid one it is not.
    const reduces_paid = row.state === 'open';
    const refund = await insertRefund(mutation, { code, amount_kurus, reason, reduces_paid });
    const { lines } = await settleCheckout(mutation, code);
    return toRefund(refund, lines[0]?.buyer_name ?? null);
  });

const nextStates: Record<RefundState, RefundState[]> = {
  asked: ['sent', 'void'],
  sent: ['done', 'void'],
  done: [],
  void: [],
};

/** Moves a refund on: asked, sent, done; or void. Mails the buyer when it is done. Throws `not_found`, `conflict`. */
export const setRefund = (ctx: AppContext, actorId: string, id: string, state: RefundState): Promise<Refund> =>
  mutate(ctx, actorId, async (mutation) => {
    const [found] = await mutation.tx.select({ code: refunds.code }).from(refunds).where(eq(refunds.id, id));
    if (!found) throw notFound();
    const { ledger } = await lockCheckout(mutation.tx, found.code);
    let refund = ledger.refunds.find((row) => row.id === id) as RefundRow;
    const isChanged = refund.state !== state;
    if (isChanged) {
      if (!nextStates[refund.state].includes(state)) throw new ApiError('conflict');
      refund = await setRefundState(mutation, refund, state);
    }
    const checkout = await answer(ctx, mutation, await settleCheckout(mutation, found.code));
    if (isChanged && state === 'done' && checkout.buyer_email)
      await mutation.sendMail(
        refundDoneMail(checkout, { to: checkout.buyer_email, amount: toLira(refund.amount_kurus) }, ctx.env),
      );
    return toRefund(refund, checkout.buyer_name);
  });

/** Lists refunds, oldest due first. */
export async function listRefunds(
  { db }: AppContext,
  { state }: { state?: RefundState },
  page?: PageRange,
): Promise<Paged<Refund>> {
  const where: SQL | undefined = state ? eq(refunds.state, state) : undefined;
  const query = db.select().from(refunds).where(where).orderBy(asc(refunds.due_at), asc(refunds.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(refunds, where));
  const names = await readBuyerNames(
    db,
    rows.map(({ code }) => code),
  );
  return { rows: rows.map((row) => toRefund(row, names.get(row.code) ?? null)), total };
}

const toRefund = (row: RefundRow, buyer_name: string | null): Refund => ({
  id: row.id,
  code: row.code,
  buyer_name,
  amount: toLira(row.amount_kurus),
  state: row.state,
  reason: row.reason,
  problem: row.problem,
  due_at: row.due_at.toISOString(),
});

/** Records matches of a bank statement, one by one, so that what is right is recorded whatever else is wrong. */
export async function recordMatches(
  ctx: AppContext,
  actorId: string,
  matches: StatementMatch[],
): Promise<{ recorded: string[]; repeated: string[]; refused: { code: string; reason: string }[] }> {
  const result = {
    recorded: [] as string[],
    repeated: [] as string[],
    refused: [] as { code: string; reason: string }[],
  };
  for (const { code, amount, booked_on, fingerprint } of matches) {
    if (await isRecorded(ctx, fingerprint)) {
      result.repeated.push(code);
      continue;
    }
    try {
      const payment = { amount, received_on: booked_on, method: 'transfer' as const, note: null, external_ref: null };
      await recordPayment(ctx, actorId, code, { ...payment, fingerprint });
      result.recorded.push(code);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'payment_exists') result.repeated.push(code);
      else if (error.code === 'not_found') result.refused.push({ code, reason: 'Bu kodla bir sipariş yok.' });
      else result.refused.push({ code, reason: error.body.message });
    }
  }
  return result;
}

const isRecorded = async ({ db }: AppContext, fingerprint: string) =>
  (await db.$count(payments, eq(payments.fingerprint, fingerprint))) > 0;
