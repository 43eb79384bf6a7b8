import { eq } from 'drizzle-orm';
import type { AdminCheckout } from '../../contract/checkouts.ts';
import { paymentTexts } from '../../contract/payments.texts.ts';
import type { NewPaymentBody } from '../../contract/payments.ts';
import { formatLira } from '../../shared/format.ts';
import { maxOrderLira } from '../../shared/limits.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { uniqueViolation } from '../db/pgErrors.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { paymentVoidedMail } from '../orders/checkouts.mails.ts';
import {
  isReleasable,
  lockCheckout,
  releaseLines,
  setDueDate,
  settleCheckout,
  type WholeCheckout,
} from '../orders/checkouts.service.ts';
import { readDoorLines } from '../orders/doorSeats.service.ts';
import { dueMovedMail, releasedMail } from '../orders/dueDates.mails.ts';
import { stands } from '../orders/orders.ts';
import { bookPayment, toAdminCheckout } from './booking.service.ts';
import { splitTasksAnew, voidPayments, withdrawOverpayments, withdrawRefund } from './ledger.service.ts';
import { payments } from './payments.tables.ts';
import { warnHoldersAgain } from './warnings.service.ts';

/** A payment as it is recorded; `fingerprint` names the row of a bank statement. */
type RecordedPayment = NewPaymentBody & { fingerprint?: string };

/**
 * Records a payment and mails the buyer. More than is open is taken. For a released checkout the seats are taken again;
 * where they are gone, and for a cancelled one, a refund task of the whole amount is made. Throws `not_found`,
 * `payment_exists`, `invalid`, and as `refusePaidLine` where it is for one line.
 */
export async function recordPayment(
  ctx: AppContext,
  actorId: string,
  code: string,
  { amount, received_on, method, note, external_ref, order_id, fingerprint }: RecordedPayment,
): Promise<AdminCheckout> {
  if (received_on > dayInIstanbul(ctx.clock())) throw invalid({ received_on: paymentTexts.receivedOn });
  try {
    return await mutate(ctx, actorId, async (mutation) => {
      const before = await lockCheckout(mutation.tx, code);
      const line = before.lines.find(({ id }) => id === order_id);
      if (order_id !== undefined && !line) throw notFound();
      const isBooked = before.ledger.payments.some((row) => row.external_ref === external_ref && !row.voided_at);
      if (external_ref && isBooked) throw new ApiError('payment_exists');
      if (line && stands(line)) await refusePaidLine(mutation.tx, line.id, amount);
      const amount_kurus = toKurus(amount);
      // What is paid back in one task must fit, too.
      if (before.sums.paid + amount_kurus > toKurus(maxOrderLira)) throw invalid({ amount: paymentTexts.tooMuch });
      const payment = { code, amount_kurus, received_on, note, external_ref, order_id, fingerprint };
      return (await bookPayment(ctx, mutation, before, { ...payment, method: method ?? before.row.method })).checkout;
    });
  } catch (error) {
    if (uniqueViolation(error)) throw new ApiError('payment_exists');
    throw error;
  }
}

/** Two phones at a door may ask for the same money. Throws `conflict` where less than `amount` is open for the line. */
async function refusePaidLine(tx: Database, id: string, amount: number): Promise<void> {
  const { seats } = await readDoorLines(tx, [id]);
  const open = [...seats.values()].reduce((sum, seat) => sum + toKurus(seat.open), 0);
  if (open >= toKurus(amount)) return;
  const rest = formatLira(toLira(open));
  throw new ApiError('conflict', {
    message: `Kaydedilmedi: bu siparişin bu atölye için ödenecek tutarı artık ${rest}. Az önce başka bir telefondan kaydedilmiş olabilir.`,
  });
}

/**
 * Voids a payment, the tasks to pay it back, and those of overpayments that there are none any more without it. Throws
 * `not_found`, and `conflict` where money of them is on its way back, or more is paid back than would stay.
 */
export const voidPayment = (ctx: AppContext, actorId: string, id: string): Promise<AdminCheckout> =>
  mutate(ctx, actorId, async (mutation) => {
    const [found] = await mutation.tx.select({ code: payments.code }).from(payments).where(eq(payments.id, id));
    if (!found) throw notFound();
    const { ledger, sums } = await lockCheckout(mutation.tx, found.code);
    const payment = ledger.payments.find((row) => row.id === id);
    let withdrawn = 0;
    if (!payment?.voided_at) {
      await voidPayments(mutation, [{ id }]);
      // Tasks to pay this payment back fall with it.
      const own = ledger.refunds.filter((row) => row.payment_id === id && row.state !== 'void');
      for (const refund of own) await withdrawRefund(mutation, refund);
      const left = await lockCheckout(mutation.tx, found.code);
      withdrawn = await withdrawOverpayments(mutation, left.ledger, left.sums.open, sums.open === 0);
      await splitTasksAnew(mutation, found.code);
    }
    const after = await settleCheckout(mutation, found.code);
    if (after.sums.refunding > after.sums.paid) throw new ApiError('conflict');
    const checkout = await toAdminCheckout(ctx, mutation, after);
    const facts = { to: checkout.buyer_email ?? '', now: mutation.now, withdrawn: toLira(withdrawn) };
    if (!payment?.voided_at && facts.to) await mutation.sendMail(paymentVoidedMail(checkout, facts, ctx.env));
    if (!payment?.voided_at) await warnHoldersAgain(mutation, after);
    return checkout;
  });

/** Takes the seats of an unpaid checkout back and mails the buyer. Throws `not_found`, `conflict`. */
export const releaseCheckout = (ctx: AppContext, actorId: string, code: string): Promise<AdminCheckout> =>
  mutate(ctx, actorId, async (mutation) => {
    const before = await lockCheckout(mutation.tx, code);
    if (!isReleasable(before)) throw new ApiError('conflict');
    return releaseLocked(ctx, mutation, before);
  });

/** `releaseCheckout` of a locked checkout that `isReleasable`, in the transaction of the caller. */
export async function releaseLocked(
  ctx: AppContext,
  mutation: Mutation,
  before: WholeCheckout,
): Promise<AdminCheckout> {
  const { code } = before.row;
  const ids = before.lines.filter(stands).map(({ id }) => id);
  await releaseLines(mutation, before);
  const checkout = await toAdminCheckout(ctx, mutation, await settleCheckout(mutation, code));
  await mutation.audit({ action: 'release', entity: 'checkout', entityId: code });
  if (checkout.buyer_email)
    await mutation.sendMail(releasedMail(checkout, { to: checkout.buyer_email, ids, now: mutation.now }, ctx.env));
  return checkout;
}

/** Moves the due date of an open checkout and mails the buyer. Throws `not_found`, `conflict`. */
export const moveDue = (ctx: AppContext, actorId: string, code: string, due_at: Date): Promise<AdminCheckout> =>
  mutate(ctx, actorId, async (mutation) => {
    const before = await lockCheckout(mutation.tx, code);
    if (before.row.state !== 'open') throw new ApiError('conflict');
    await setDueDate(mutation, before.row, due_at);
    const after = await settleCheckout(mutation, code);
    const checkout = await toAdminCheckout(ctx, mutation, after);
    const isChanged = before.row.due_at.getTime() !== due_at.getTime();
    if (isChanged) await warnHoldersAgain(mutation, after);
    if (isChanged && due_at > mutation.now && checkout.buyer_email)
      await mutation.sendMail(dueMovedMail(checkout, checkout.buyer_email, ctx.env));
    return checkout;
  });
