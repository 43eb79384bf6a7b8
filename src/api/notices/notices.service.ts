import { dayMs } from '../../shared/time.ts';
import { listProductsBetween, lockSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { newFeedbackToken } from '../feedback/feedbackToken.ts';
import { workThrough } from '../jobs/jobs.ts';
import { isQuietHour } from '../mail/quietHours.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { type NoticeSeat, readOpenOfGuest, readPurchases, readSoldSeats } from '../orders/noticeSeats.service.ts';
import { warnOfDueDates } from '../payments/warnings.service.ts';
import { decisionMail, reminderMail, thanksMail } from './notices.mails.ts';
import { isAnyOpen, type PlannedNotice, periods, planNotices } from './schedule.ts';
import { claimNotice, countSent, readSent } from './sentNotices.service.ts';

/** What was held back overnight leaves in portions, so that no mail server takes it for a flood. */
const maxPerMinute = 30;

/** Events whose notices may be due: 720 hours before the start at the earliest, 9 days after it at the latest. */
const listNearEvents = (db: Database, now: Date): Promise<SeatProduct[]> =>
  listProductsBetween(db, new Date(now.getTime() - 10 * dayMs), new Date(now.getTime() + 31 * dayMs));

/** What is to go out for one event now. */
async function plan(db: Database, { encryption }: AppContext, event: SeatProduct, now: Date): Promise<PlannedNotice[]> {
  const wasSent = (await readSent(db, encryption, [event.id]))(event.id);
  return planNotices(event, await readSoldSeats(db, event.id), wasSent, now);
}

/** How many notices may still go out in this minute. */
const countLeft = async (db: Database, now: Date): Promise<number> =>
  Math.max(0, maxPerMinute - (await countSent(db, new Date(now.getTime() - 60_000))));

/**
 * Mails every notice that is due and did not go out: each once per address and event, never in quiet hours, 30 a minute
 * at most. Nothing is planned ahead: events that move, orders that change and hours without a running process need no
 * correction.
 */
export async function sendNotices(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  if (isQuietHour(now)) return;
  const near = (await listNearEvents(ctx.db, now)).filter((event) => isAnyOpen(event, now));
  const sendDue = async (event: SeatProduct) => {
    if ((await plan(ctx.db, ctx, event, now)).length) await sendOfEvent(ctx, event.id);
  };
  await workThrough(ctx, 'product', near, sendDue, signal);
  await warnOfDueDates(ctx, await countLeft(ctx.db, now), signal);
}

/** Mails what is due of one event. Whoever buys, cancels or moves it waits meanwhile. */
const sendOfEvent = (ctx: AppContext, id: string): Promise<void> =>
  mutate(ctx, null, async (mutation) => {
    const { tx, now } = mutation;
    const event = (await lockSeatProducts(tx, [id])).get(id);
    if (!event || event.deleted_at || event.cancelled_at) return;
    const due = await plan(tx, ctx, event, now);
    for (const notice of due.slice(0, await countLeft(tx, now)))
      if (await claimNotice(mutation, ctx.encryption, { kind: notice.kind, subject: id, email: notice.email }))
        await send(mutation, ctx, event, notice);
  });

function send(mutation: Mutation, ctx: AppContext, event: SeatProduct, notice: PlannedNotice): Promise<void> {
  if (notice.kind === 'decision') return mutation.sendMail(decisionMail(event, notice.sold, ctx.env));
  const { kind, email: to, seats } = notice;
  if (kind === 'reminder') return sendReminder(mutation, ctx, event, { to, seats });
  const url = `${ctx.env.siteUrl}/geri-bildirim/${newFeedbackToken(ctx.encryption, event.id)}`;
  return mutation.sendMail(thanksMail(event, { to, url, until: periods.thanks(event).until }));
}

/** Mails somebody what they need on the day: place, tickets, what to bring, where to join, what is to be paid. */
async function sendReminder(
  mutation: Mutation,
  ctx: AppContext,
  event: SeatProduct,
  { to, seats }: { to: string; seats: NoticeSeat[] },
): Promise<void> {
  const purchases = await readPurchases(mutation, ctx, { productId: event.id, email: to });
  const toMailSeat = ({ order_id, position, handed_on, buyer_email }: NoticeSeat) => ({
    ...{ order_id, position, handed_on },
    isNamed: buyer_email === to && !handed_on,
  });
  const held = seats.filter(({ email }) => email === to);
  const asGuest = await readOpenOfGuest(mutation, to, held);
  const facts = { to, seats: held.map(toMailSeat), onlyFor: seats.map(toMailSeat), ...asGuest, ...purchases };
  await mutation.sendMail(reminderMail(event, facts, ctx.env));
}
