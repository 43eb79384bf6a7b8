import { paymentTexts } from '../../contract/payments.texts.ts';
import { toLira } from '../../shared/money.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { recordCardEvent } from '../http/cardMetrics.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { unknownCardMail } from '../orders/checkouts.mails.ts';
import { lockCheckout } from '../orders/checkouts.service.ts';
import { bookPayment } from '../payments/booking.service.ts';
import { findPayment, insertRefund } from '../payments/ledger.service.ts';
import {
  type CardAttemptRow,
  findAttempt,
  insertUnknownAttempt,
  lockAttempt,
  readServiceRef,
  updateAttempt,
} from './attempts.service.ts';
import type { CardNotice, CardOutcome } from './provider.ts';

type PaidOutcome = Extract<CardOutcome, { state: 'paid' }>;

/**
 * Brings an attempt to what its service says. Notice, return and asking after all end here, in any order and at once:
 * the checkout's lock lets one in at a time, and a paid attempt stays what it is.
 */
export async function settleAttempt(
  ctx: AppContext,
  { id, code, provider }: Pick<CardAttemptRow, 'id' | 'code' | 'provider'>,
  outcome: CardOutcome,
): Promise<void> {
  if (outcome.state === 'pending') return;
  const isNews = await mutate(ctx, null, async (mutation) => {
    const before = await lockCheckout(mutation.tx, code);
    const attempt = await lockAttempt(mutation.tx, id);
    if (attempt.state === 'paid' || attempt.state === outcome.state) return false;
    if (outcome.state === 'failed') {
      await updateAttempt(mutation.tx, id, { state: 'failed', settled_at: mutation.now });
      return true;
    }
    const payment_id = await bookCardPayment(ctx, mutation, before, attempt, outcome);
    await updateAttempt(mutation.tx, id, {
      state: 'paid',
      ...{ charged_kurus: outcome.kurus, external_ref: outcome.ref, payment_id },
      ...{ settled_at: mutation.now, ask_at: null },
    });
    return true;
  });
  if (!isNews) return;
  ctx.log.info({ attempt: id, provider, state: outcome.state }, 'card payment settled');
  recordCardEvent(provider, outcome.state);
}

/** Books what was paid, at most what was asked for: instalments charge more. Returns the payment's id. */
async function bookCardPayment(
  ctx: AppContext,
  mutation: Mutation,
  before: Awaited<ReturnType<typeof lockCheckout>>,
  { code, provider, amount_kurus }: CardAttemptRow,
  { kurus, ref }: PaidOutcome,
): Promise<string> {
  // Somebody at the practice may have recorded it by hand while nothing was heard.
  const known = await findPayment(mutation.tx, ref);
  if (known?.code === code) return known.id;
  // Numbers are unique: one that was recorded for another order by mistake stays there, and is named here in words.
  const number = known ? { note: `${ref} numarası ${known.code} siparişine de kaydedilmiş` } : { external_ref: ref };
  const payment = {
    code,
    amount_kurus: Math.min(amount_kurus, kurus),
    charged_kurus: kurus,
    method: 'card' as const,
    provider,
    ...number,
    received_on: dayInIstanbul(mutation.now),
  };
  return (await bookPayment(ctx, mutation, before, payment, { excessReason: 'Kartla fazla ödendi' })).payment.id;
}

/** Settles what a verified notice says. One about an attempt nobody knows makes a task for the practice, once. */
export async function settleNotice(
  ctx: AppContext,
  provider: CardAttemptRow['provider'],
  { attempt: name, outcome }: CardNotice,
): Promise<void> {
  const id = readServiceRef(name);
  const attempt = id && (await findAttempt(ctx.db, id));
  if (attempt) return settleAttempt(ctx, attempt, outcome);
  if (outcome.state === 'paid') await recordUnknownPayment(ctx, provider, name, outcome);
}

/** Money came that belongs to no attempt: somebody has to find out whose it is, or pay it back. */
function recordUnknownPayment(
  ctx: AppContext,
  provider: CardAttemptRow['provider'],
  name: string,
  { kurus }: PaidOutcome,
): Promise<void> {
  // The name comes from outside, although from the service itself.
  const code = name.replace(/[^\w-]/g, '').slice(0, 64);
  return mutate(ctx, null, async (mutation) => {
    const values = { code, provider, amount_kurus: kurus, external_ref: code, created_at: mutation.now };
    if (!(await insertUnknownAttempt(mutation.tx, values))) return;
    await insertRefund(mutation, {
      ...{ code, amount_kurus: kurus, vat_shares: [], reduces_paid: true },
      reason: paymentTexts.noOrder,
      problem: 'Bu ödeme bu sitede başlatılmamış görünüyor. Kart hizmetinin panelinde bu numarayla arayın.',
    });
    await mutation.sendMail(unknownCardMail(code, toLira(kurus), ctx.env));
    recordCardEvent(provider, 'unknown');
    ctx.log.warn({ provider }, 'card payment of an unknown attempt');
  });
}
