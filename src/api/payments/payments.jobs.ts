import { hasHeldSeats } from '../cards/attempts.service.ts';
import type { AppContext } from '../context.ts';
import { type Job, workThrough } from '../jobs/jobs.ts';
import { mutate } from '../mutation.ts';
import { findDueCodes } from '../orders/checkouts.admin.service.ts';
import { earliestStart, isReleasable, lockCheckout } from '../orders/checkouts.service.ts';
import { releaseAt } from './dueDates.ts';
import { readPaymentTerms } from './paymentSettings.service.ts';
import { releaseLocked } from './payments.admin.service.ts';

export const paymentJobs = (ctx: AppContext): Job[] => [
  { name: 'release unpaid seats', everySeconds: 60, run: (signal) => releaseUnpaid(ctx, signal) },
];

/** Takes the seats of overdue checkouts back, one transaction each. A payment of any size keeps them. */
export async function releaseUnpaid(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  const { holidays } = await readPaymentTerms(ctx.db);
  const releaseOne = (code: string) =>
    mutate(ctx, null, async (mutation) => {
      // Payments lock the checkout, too: what is decided here is still true at the commit.
      const checkout = await lockCheckout(mutation.tx, code);
      if (!isReleasable(checkout) || releaseAt(checkout.row.due_at, holidays) > now) return;
      // Somebody is paying by card at this moment.
      if (await hasHeldSeats(mutation.tx, code, ctx.cards?.name, now)) return;
      const start = await earliestStart(mutation.tx, checkout.lines);
      if (start && start > now) await releaseLocked(ctx, mutation, checkout);
    });
  await workThrough(ctx, 'checkout', await findDueCodes(ctx.db, { before: now, now }), releaseOne, signal);
}
