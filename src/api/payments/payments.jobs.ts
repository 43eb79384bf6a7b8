import { hasHeldSeats } from '../cards/attempts.service.ts';
import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { mutate } from '../mutation.ts';
import { findDueCodes, toAdminCheckouts } from '../orders/checkouts.admin.service.ts';
import { dueSoonMail } from '../orders/checkouts.mails.ts';
import { earliestStart, lockCheckout, markWarned } from '../orders/checkouts.service.ts';
import { isQuietHour, releaseAt } from './dueDates.ts';
import { isReleasable, release } from './payments.admin.service.ts';
import { readPaymentTerms } from './settings.service.ts';

const hourMs = 3_600_000;

export const paymentJobs = (ctx: AppContext): Job[] => [
  { name: 'warn of due dates', everySeconds: 60, run: (signal) => warnOfDueDates(ctx, signal) },
  { name: 'release unpaid seats', everySeconds: 60, run: (signal) => releaseUnpaid(ctx, signal) },
];

/** Mails buyers `warn_hours` before the due date, each checkout once, never in quiet hours. */
export async function warnOfDueDates(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  if (isQuietHour(now)) return;
  const { warn_hours, holidays } = await readPaymentTerms(ctx.db);
  const warnMs = warn_hours * hourMs;
  for (const code of await findDueCodes(ctx.db, new Date(now.getTime() + warnMs), false)) {
    if (signal?.aborted) return;
    await mutate(ctx, null, async (mutation) => {
      const checkout = await lockCheckout(mutation.tx, code);
      const { row, lines } = checkout;
      if (row.state !== 'open' || row.warned_at || row.due_at.getTime() - warnMs > now.getTime()) return;
      const start = await earliestStart(mutation.tx, lines);
      if (!start || start <= now) return;
      await markWarned(mutation, code);
      // Who ordered within these hours has just read the same in the confirmation, and loses no seat by the clock.
      const isFresh = row.created_at.getTime() > row.due_at.getTime() - warnMs;
      const hasRelease = releaseAt(row.due_at, holidays) < start;
      if (isFresh && !hasRelease) return;
      const isReleased = hasRelease && isReleasable(checkout);
      const [seen] = await toAdminCheckouts(ctx, mutation.tx, [checkout]);
      if (seen?.buyer_email) await mutation.sendMail(dueSoonMail(seen, { to: seen.buyer_email, isReleased }, ctx.env));
    });
  }
}

/** Takes the seats of overdue checkouts back, one transaction each. A payment of any size keeps them. */
export async function releaseUnpaid(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  const { holidays } = await readPaymentTerms(ctx.db);
  for (const code of await findDueCodes(ctx.db, now)) {
    if (signal?.aborted) return;
    await mutate(ctx, null, async (mutation) => {
      // Payments lock the checkout, too: what is decided here is still true at the commit.
      const checkout = await lockCheckout(mutation.tx, code);
      if (!isReleasable(checkout) || releaseAt(checkout.row.due_at, holidays) > now) return;
      // Somebody is paying by card at this moment.
      if (await hasHeldSeats(mutation.tx, code, now)) return;
      const start = await earliestStart(mutation.tx, checkout.lines);
      if (start && start > now) await release(ctx, mutation, checkout);
    });
  }
}
