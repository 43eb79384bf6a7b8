import { asc, eq, type SQL } from 'drizzle-orm';
import type { RefundState } from '../../contract/checkouts.ts';
import type { Refund } from '../../contract/payments.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { readBuyerNames } from '../orders/checkouts.admin.service.ts';
import { refundDoneMail } from '../orders/checkouts.mails.ts';
import { lockCheckout, settleCheckout } from '../orders/checkouts.service.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { insertRefund, type RefundRow, setRefundState } from './ledger.service.ts';
import { toAdminCheckout } from './payments.admin.service.ts';
import { refunds } from './payments.tables.ts';

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
    const checkout = await toAdminCheckout(ctx, mutation, await settleCheckout(mutation, found.code));
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
