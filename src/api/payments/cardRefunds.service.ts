import { eq } from 'drizzle-orm';
import type { Refund } from '../../contract/payments.ts';
import { toLira } from '../../shared/money.ts';
import { CardServiceError } from '../cards/provider.ts';
import type { AppContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { recordCardEvent } from '../http/cardMetrics.ts';
import { mutate } from '../mutation.ts';
import { refundDoneMail } from '../orders/checkouts.mails.ts';
import { lockCheckout, settleCheckout } from '../orders/checkouts.service.ts';
import { toAdminCheckout } from './booking.service.ts';
import { type LedgerRows, type PaymentRow, type RefundRow, setRefundState } from './ledger.service.ts';
import { refunds } from './payments.tables.ts';
import { toRefund } from './refunds.ts';

/** A little longer than a card service may take. */
const claimMs = 20_000;

const unheard =
  'Kart hizmeti yanıt vermedi; iade yapılmış da olabilir. Yeniden denemeden önce hizmetin panelinde bakın.';

/**
 * The card payment that a refund can go back to: its own one, or one of which that much is not being paid back already.
 * A refund never goes to two cards.
 */
export function findCardPayment(
  { payments, refunds: all }: LedgerRows,
  { id, amount_kurus, payment_id }: Pick<RefundRow, 'amount_kurus' | 'payment_id'> & { id?: string },
  provider: string | undefined,
): PaymentRow | undefined {
  const isLeft = (payment: PaymentRow) => {
    const others = all.filter((row) => row.payment_id === payment.id && row.id !== id && row.state !== 'void');
    const left = others.reduce((sum, row) => sum - row.amount_kurus, payment.amount_kurus);
    return left >= amount_kurus;
  };
  return payments.find(
    (payment) =>
      provider !== undefined &&
      payment.provider === provider &&
      payment.external_ref !== null &&
      payment.voided_at === null &&
      (payment_id === null || payment_id === payment.id) &&
      isLeft(payment),
  );
}

/**
 * Tells the card service to pay a refund back, and waits for its answer. Confirmed it is done, and the buyer is mailed;
 * otherwise it stays asked, with the problem in words. A claim keeps two presses from paying back twice. Throws
 * `not_found`, `conflict`.
 */
export async function tellCardService(ctx: AppContext, actorId: string, id: string): Promise<Refund> {
  const { cards } = ctx;
  const { refund, payment, repaid } = await mutate(ctx, actorId, async ({ tx, now, audit }) => {
    const [found] = await tx.select({ code: refunds.code }).from(refunds).where(eq(refunds.id, id));
    if (!found) throw notFound();
    const { ledger } = await lockCheckout(tx, found.code);
    const row = ledger.refunds.find((one) => one.id === id) as RefundRow;
    const source = findCardPayment(ledger, row, cards?.name);
    const isClaimed = row.claimed_until !== null && row.claimed_until > now;
    if (row.state !== 'asked' || !source || isClaimed) throw new ApiError('conflict');
    // If this process dies before the answer is written, this is what the practice reads.
    const claim = {
      ...{ claimed_until: new Date(now.getTime() + claimMs), payment_id: source.id, problem: unheard },
    };
    await tx.update(refunds).set(claim).where(eq(refunds.id, id));
    await audit({ action: 'tell', entity: 'refund', entityId: id, after: { code: row.code } });
    const done = ledger.refunds.filter((one) => one.payment_id === source.id && one.state === 'done');
    const repaid = done.reduce((sum, one) => sum + one.amount_kurus, 0);
    return { refund: { ...row, payment_id: source.id }, payment: source, repaid };
  });
  const problem = await tell(ctx, refund, payment, repaid);
  return mutate(ctx, actorId, async (mutation) => {
    const { code, amount_kurus } = refund;
    const { ledger } = await lockCheckout(mutation.tx, code);
    const before = ledger.refunds.find((one) => one.id === id) as RefundRow;
    let row: RefundRow = { ...before, claimed_until: null, problem };
    await mutation.tx.update(refunds).set({ claimed_until: null, problem }).where(eq(refunds.id, id));
    if (!problem && row.state !== 'done') row = await setRefundState(mutation, row, 'done');
    const checkout = await toAdminCheckout(ctx, mutation, await settleCheckout(mutation, code));
    const { buyer_email: to } = checkout;
    if (!problem && to)
      await mutation.sendMail(refundDoneMail(checkout, { to, amount: toLira(amount_kurus) }, ctx.env));
    return toRefund(row, checkout.buyer_name, row.state === 'asked');
  });
}

/**
 * What kept the service from paying back, in words; null where nothing did. `repaid` is what is known to be paid back of
 * the payment: if an earlier answer was lost and the service paid back more than that, it did as it was told.
 */
async function tell(
  { cards, log }: AppContext,
  { id, amount_kurus, code, problem }: RefundRow,
  payment: PaymentRow,
  repaid: number,
): Promise<string | null> {
  const ref = payment.external_ref as string;
  try {
    const atService = problem === unheard ? await cards?.readRepaid({ ref }) : undefined;
    if (atService !== undefined && atService >= repaid + amount_kurus) return null;
    await cards?.refund({ ref, code }, amount_kurus, id.replaceAll('-', ''));
    recordCardEvent(payment.provider as string, 'refunded');
    return null;
  } catch (error) {
    if (!(error instanceof CardServiceError)) throw error;
    recordCardEvent(payment.provider as string, error.kind);
    log.warn({ refund: id, kind: error.kind }, 'card refund failed');
    return error.kind === 'refused' ? `Kart hizmeti iadeyi kabul etmedi (${error.message}).` : unheard;
  }
}
