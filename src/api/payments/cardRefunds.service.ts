import { eq } from 'drizzle-orm';
import { providerNames } from '../../contract/payments.texts.ts';
import type { Refund } from '../../contract/payments.ts';
import { toLira } from '../../shared/money.ts';
import { serviceRef } from '../cards/attempts.service.ts';
import { answerMs } from '../cards/callService.ts';
import { type CardProvider, CardServiceError } from '../cards/provider.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { recordCardEvent } from '../http/cardMetrics.ts';
import { mutate } from '../mutation.ts';
import { refundDoneMail } from '../orders/checkouts.mails.ts';
import { lockCheckout, settleCheckout } from '../orders/checkouts.service.ts';
import { toRefund } from './adminRefund.ts';
import { toAdminCheckout } from './booking.service.ts';
import { type LedgerRows, type PaymentRow, type RefundRow, setRefundState } from './ledger.service.ts';
import { refunds } from './payments.tables.ts';

/** A little longer than a card service may take for both questions: what became of an earlier try, and the refund. */
const claimMs = 2 * answerMs + 5_000;

/** What the practice reads where a refund is not paid back, or nobody knows whether it was. */
const problems = {
  switchedOff: (service: string) =>
    `Bu ödeme ${service} ile alındı; bu kart hizmeti sitede artık ayarlı değil. Panelinde iade yoksa oradan yapın, sonra “Gönderdim” deyin.`,
  severalPayments:
    'Bu tutar tek bir kart ödemesine sığmıyor. Siparişin ödemelerine bakıp elle iade edin, kartlar için hizmetin panelinden; sonra “Gönderdim” deyin.',
  unheard: 'Kart hizmeti yanıt vermedi; iade yapılmış da olabilir. Yeniden denerseniz önce hizmete sorulur.',
  unreachable: 'Kart hizmetine ulaşılamadı; iade yapılmadı.',
  early: 'Kart hizmetinin listesinde bu iade henüz yok; geç de görünebilir. Birkaç dakika sonra yeniden deneyin.',
  unknown:
    'Kart hizmeti bu iadenin yapılıp yapılmadığını söylemiyor. Hizmetin panelinde bakın: yapılmışsa “Gönderdim” deyin, yapılmamışsa yeniden gönderin.',
};

type AskedRefund = Pick<RefundRow, 'amount_kurus' | 'payment_id'> & { id?: string };

/** The card payments that a refund may belong to, each with what of it is not being paid back by others, in kuruş. */
const cardPaymentsFor = ({ payments, refunds: all }: LedgerRows, { id, payment_id }: AskedRefund) =>
  payments
    .filter(
      (payment) =>
        payment.provider !== null &&
        payment.external_ref !== null &&
        payment.voided_at === null &&
        (payment_id === null || payment_id === payment.id),
    )
    .map((payment) => {
      const others = all.filter((row) => row.payment_id === payment.id && row.id !== id && row.state !== 'void');
      return { payment, left: others.reduce((sum, row) => sum - row.amount_kurus, payment.amount_kurus) };
    });

/**
 * The card payment that a refund can go back to: its own one, or one of which that much is not being paid back already.
 * A refund never goes to two cards.
 */
export const findCardPayment = (ledger: LedgerRows, refund: AskedRefund, provider?: string): PaymentRow | undefined =>
  cardPaymentsFor(ledger, refund).find(
    ({ payment, left }) => payment.provider === provider && left >= refund.amount_kurus,
  )?.payment;

/**
 * Why the card service cannot be told to pay a refund back, in words; undefined where it can, or where nothing is left
 * of what came by card.
 */
export function cardObstacle(ledger: LedgerRows, refund: AskedRefund, provider?: string): string | undefined {
  const paid = cardPaymentsFor(ledger, refund).filter(({ left }) => left > 0);
  const fitting = paid.filter(({ left }) => left >= refund.amount_kurus);
  const enough = fitting.map(({ payment }) => payment.provider as string);
  if (!paid.length || (provider && enough.includes(provider))) return undefined;
  return enough[0] ? problems.switchedOff(providerNames[enough[0]] ?? enough[0]) : problems.severalPayments;
}

/** Whether somebody is telling the card service of a refund at this moment. */
export const isClaimed = ({ claimed_until }: RefundRow, now: Date): boolean =>
  claimed_until !== null && claimed_until > now;

/**
 * Tells the card service to pay a refund back, and waits for its answer. Confirmed it is done, and the buyer is mailed;
 * otherwise it stays asked, with the problem in words. A claim keeps two presses from paying back twice. After a lost
 * answer nothing is sent again before the service, or somebody who saw its panel (`isAbsent`), said that it did not.
 * Throws `not_found`, `conflict`.
 */
export async function tellCardService(ctx: AppContext, actorId: string, id: string, isAbsent = false): Promise<Refund> {
  const { cards } = ctx;
  const request = await mutate(ctx, actorId, async ({ tx, now, audit }) => {
    const { ledger } = await lockCheckout(
      tx,
      tx.select({ code: refunds.code }).from(refunds).where(eq(refunds.id, id)),
    );
    const row = ledger.refunds.find((one) => one.id === id) as RefundRow;
    const payment = findCardPayment(ledger, row, cards?.name);
    if (row.state !== 'asked' || !cards || !payment || isClaimed(row, now)) throw new ApiError('conflict');
    const unheard_at = isAbsent ? null : row.unheard_at;
    // If this process dies before the answer is written, this is what the practice reads.
    const claim = {
      ...{ claimed_until: new Date(now.getTime() + claimMs), payment_id: payment.id },
      ...{ problem: problems.unheard, unheard_at: unheard_at ?? now },
    };
    await tx.update(refunds).set(claim).where(eq(refunds.id, id));
    const after = { code: row.code, ...(isAbsent && { absent: true }) };
    await audit({ action: 'tell', entity: 'refund', entityId: id, after });
    const done = ledger.refunds.filter((one) => one.payment_id === payment.id && one.state === 'done');
    const repaid = done.map((one) => one.amount_kurus);
    return { cards, refund: { ...row, unheard_at }, payment, repaid, now };
  });
  const result = await requestRefund(ctx, request);
  return mutate(ctx, actorId, async (mutation) => {
    const { code, amount_kurus, order_id } = request.refund;
    const { ledger } = await lockCheckout(mutation.tx, code);
    const before = ledger.refunds.find((one) => one.id === id) as RefundRow;
    const known = { claimed_until: null, ...result };
    await mutation.tx.update(refunds).set(known).where(eq(refunds.id, id));
    let row: RefundRow = { ...before, ...known };
    const isDone = result.problem === null;
    if (isDone && row.state !== 'done') row = await setRefundState(mutation, row, 'done');
    const checkout = await toAdminCheckout(ctx, mutation, await settleCheckout(mutation, code));
    const { buyer_email: to } = checkout;
    if (isDone && to)
      await mutation.sendMail(refundDoneMail(checkout, { to, amount: toLira(amount_kurus), order_id }, ctx.env));
    return toRefund(row, checkout.buyer_name, row.state === 'asked');
  });
}

interface RefundRequest {
  cards: CardProvider;
  refund: RefundRow;
  payment: PaymentRow;
  /** Refunds of the payment that are done, in kuruş. */
  repaid: number[];
  now: Date;
}

/** What became of a refund: no problem where it is done; `unheard_at` where that is not known. */
type RefundOutcome = Pick<RefundRow, 'problem' | 'unheard_at'>;

/** Tells the service to pay back, unless it may have done so already. */
async function requestRefund(ctx: AppContext, request: RefundRequest): Promise<RefundOutcome> {
  const { cards, refund, payment, now } = request;
  const { id, amount_kurus, unheard_at } = refund;
  const earlier = unheard_at && (await findEarlier(ctx, request, unheard_at));
  if (earlier) return earlier;
  try {
    await cards.refund({ ref: payment.external_ref as string }, amount_kurus, serviceRef({ id }));
    recordCardEvent(cards.name, 'refunded');
    return { problem: null, unheard_at: null };
  } catch (error) {
    if (!(error instanceof CardServiceError)) throw error;
    recordCardEvent(cards.name, error.kind);
    ctx.log.warn({ refund: id, kind: error.kind }, 'card refund failed');
    if (error.kind === 'unavailable') return { problem: problems.unheard, unheard_at: now };
    const problem =
      error.kind === 'refused' ? `Kart hizmeti iadeyi kabul etmedi (${error.message}).` : problems.unreachable;
    return { problem, unheard_at: null };
  }
}

/** What became of a refund whose answer was lost; undefined where the service surely did not pay back. */
async function findEarlier(
  ctx: AppContext,
  { cards, refund: { id, amount_kurus }, payment, repaid, now }: RefundRequest,
  unheard_at: Date,
): Promise<RefundOutcome | undefined> {
  const ref = payment.external_ref as string;
  const found = await cards.findRefund({ ref, repaid }, amount_kurus, serviceRef({ id })).catch((error) => {
    if (!(error instanceof CardServiceError)) throw error;
    ctx.log.warn({ refund: id, kind: error.kind }, 'card refund could not be asked after');
    return 'unknown' as const;
  });
  if (found === 'done') return { problem: null, unheard_at: null };
  if (found === 'unknown') return { problem: problems.unknown, unheard_at };
  const isEarly = now.getTime() - unheard_at.getTime() < cards.refundListMs;
  return isEarly ? { problem: problems.early, unheard_at } : undefined;
}
