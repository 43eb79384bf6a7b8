import type { AdminCheckout } from '../../contract/checkouts.ts';
import { toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import type { Mutation } from '../mutation.ts';
import { toAdminCheckouts } from '../orders/checkouts.admin.service.ts';
import {
  paymentMail,
  takenSeatPaidMail,
  takenSeatPartMail,
  unplacedMail,
  unplacedNoticeMail,
} from '../orders/checkouts.mails.ts';
import {
  extendDueDate,
  isBuyerGone,
  lockCheckout,
  pricesOf,
  retakeReleasedLines,
  settleCheckout,
  toLedgerLine,
  type WholeCheckout,
} from '../orders/checkouts.service.ts';
import { stands } from '../orders/orders.ts';
import { mailHoldersOf } from '../orders/seatHolders.service.ts';
import { deriveCheckout } from './checkoutState.ts';
import {
  insertPayment,
  insertRefund,
  type NewPayment,
  type PaymentRow,
  readBooked,
  toLedger,
} from './ledger.service.ts';
import { type RateShare, splitPayment, splitRefund } from './vat.ts';
import { mailUnpaidHolders } from './warnings.service.ts';

/** One checkout as admins see it, after a change. */
export async function toAdminCheckout(ctx: AppContext, { tx }: Mutation, whole: WholeCheckout): Promise<AdminCheckout> {
  return (await toAdminCheckouts(ctx, tx, [whole]))[0] as AdminCheckout;
}

/**
 * Books money that came for a locked checkout and mails the buyer. For a released one the seats are taken again, with
 * the term of an order made now; where they are gone, and for a cancelled one, a refund task of the whole amount is
 * made. More than is open is taken; `excessReason` makes a refund task of what is too much.
 */
export async function bookPayment(
  ctx: AppContext,
  mutation: Mutation,
  before: WholeCheckout,
  values: Omit<NewPayment, 'vat_shares'>,
  { excessReason }: { excessReason?: string } = {},
): Promise<{ payment: PaymentRow; checkout: AdminCheckout }> {
  const { code, amount_kurus } = values;
  const { state } = before.row;
  const payment = await insertPayment(mutation, { ...values, vat_shares: shareOut(before, values) });
  const isLate = state === 'released' && (await retakeReleasedLines(mutation, before));
  if (isLate) {
    const { row, lines } = await lockCheckout(mutation.tx, code);
    await extendDueDate(mutation, row, lines);
  }
  const isUnplaced = (state === 'released' && !isLate) || state === 'cancelled';
  const amount = toLira(amount_kurus);
  let excess = 0;
  if (isUnplaced) {
    const reason = state === 'cancelled' ? 'İptal edilmiş sipariş için ödeme geldi' : 'Ödeme geldi, yer kalmadı';
    const { id: payment_id, vat_shares } = payment;
    await insertRefund(mutation, { code, amount_kurus, vat_shares, reason, payment_id, reduces_paid: true });
    await mutation.sendMail(unplacedNoticeMail(code, amount, ctx.env));
  } else if (excessReason) {
    excess = amount_kurus - (isLate ? await openWithout(mutation, payment) : before.sums.open);
    if (excess > 0)
      await insertRefund(mutation, {
        ...{ code, amount_kurus: excess, vat_shares: splitRefund(excess, payment.vat_shares), reason: excessReason },
        ...{ payment_id: payment.id, reduces_paid: true },
      });
  }
  const after = await settleCheckout(mutation, code);
  const checkout = await toAdminCheckout(ctx, mutation, after);
  const { buyer_email } = checkout;
  if (buyer_email) {
    const facts = { to: buyer_email, amount, isLate, repaid: toLira(Math.max(0, excess)), now: mutation.now };
    await mutation.sendMail((isUnplaced ? unplacedMail : paymentMail)(checkout, facts, ctx.env));
  }
  await tellHoldersPaid(mutation, before, after);
  return { payment, checkout };
}

/**
 * After money came tells those who took the seats of an erased buyer over, and alone could pay, what is still open for
 * theirs, or that all of the order is paid.
 */
export async function tellHoldersPaid(mutation: Mutation, before: WholeCheckout, after: WholeCheckout): Promise<void> {
  if (after.sums.paid <= before.sums.paid || !isBuyerGone(after)) return;
  if (after.row.state === 'open') await mailUnpaidHolders(mutation, after, takenSeatPartMail);
  if (before.row.state !== 'paid' && after.row.state === 'paid')
    await mailHoldersOf(mutation, after.lines.filter(stands), takenSeatPaidMail);
}

/**
 * Splits a payment by VAT rate: over the lines that stand, or stand again with it, or over all where none does. The
 * rate of its own line comes first.
 */
function shareOut(
  { lines, ledger }: WholeCheckout,
  { amount_kurus, order_id }: Omit<NewPayment, 'vat_shares'>,
): RateShare[] {
  const released = lines.filter(({ released_at }) => released_at);
  const wanted = [lines.filter(stands), released].find(({ length }) => length) ?? lines;
  const own = lines.filter(({ id }) => id === order_id).map(({ vat_rate: rate }) => ({ rate, gross: amount_kurus }));
  return splitPayment(amount_kurus, pricesOf(wanted), readBooked(ledger), own);
}

/** What would be open of a checkout, as it stands now, without a payment that is written already. */
async function openWithout({ tx }: Mutation, { id, code }: PaymentRow): Promise<number> {
  const { lines, ledger } = await lockCheckout(tx, code);
  const payments = ledger.payments.filter((one) => one.id !== id);
  return deriveCheckout(lines.map(toLedgerLine), toLedger({ ...ledger, payments })).open;
}
