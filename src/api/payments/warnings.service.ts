import { hourMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { workThrough } from '../jobs/jobs.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { claimNotice } from '../notices/sentNotices.service.ts';
import { findDueCodes, toAdminCheckouts } from '../orders/checkouts.admin.service.ts';
import { dueSoonMail } from '../orders/checkouts.mails.ts';
import { earliestStart, lockCheckout, type WholeCheckout } from '../orders/checkouts.service.ts';
import { releaseAt } from './dueDates.ts';
import { readPaymentTerms } from './paymentSettings.service.ts';
import { isReleasable } from './payments.admin.service.ts';

/** Mails buyers `warn_hours` before the due date, each checkout once, `most` of them at present. */
export async function warnOfDueDates(ctx: AppContext, most: number, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  const { warn_hours, holidays } = await readPaymentTerms(ctx.db);
  const warnMs = warn_hours * hourMs;
  const before = new Date(now.getTime() + warnMs);
  const warnOne = (code: string) =>
    mutate(ctx, null, async (mutation) => {
      const checkout = await lockCheckout(mutation.tx, code);
      const { row, lines } = checkout;
      if (row.state !== 'open' || row.due_at.getTime() - warnMs > now.getTime()) return;
      const start = await earliestStart(mutation.tx, lines);
      if (!start || start <= now) return;
      if (!(await claimNotice(mutation, ctx.encryption, { kind: 'payment_warning', subject: code }))) return;
      // Who ordered within these hours has just read the same in the confirmation, and loses no seat by the clock.
      const isFresh = row.created_at.getTime() > row.due_at.getTime() - warnMs;
      const release = releaseAt(row.due_at, holidays);
      const hasRelease = release < start;
      if (isFresh && !hasRelease) return;
      await mailWarning(ctx, mutation, checkout, { release: hasRelease ? release : undefined, start });
    });
  await workThrough(ctx, 'checkout', await findDueCodes(ctx.db, { before, now }, { unwarned: most }), warnOne, signal);
}

/** `release` is when the seats would be taken back, where that comes before the start. */
async function mailWarning(
  ctx: AppContext,
  { tx, sendMail }: Mutation,
  checkout: WholeCheckout,
  { release, start }: { release: Date | undefined; start: Date },
): Promise<void> {
  const releasedAt = isReleasable(checkout) ? release : undefined;
  const [seen] = await toAdminCheckouts(ctx, tx, [checkout]);
  if (seen?.buyer_email) await sendMail(dueSoonMail(seen, { to: seen.buyer_email, releasedAt, until: start }, ctx.env));
}
