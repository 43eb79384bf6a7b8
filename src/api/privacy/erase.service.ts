import type { ErasurePreview } from '../../contract/privacy.ts';
import { eraseAccount, exportAccount, lockAccount } from '../account/account.privacy.ts';
import { reauthenticate } from '../account/account.service.ts';
import { stopWrites } from '../account/accountLocks.service.ts';
import { readAdminMark } from '../account/firstAdmin.service.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import { eraseComments, exportComments } from '../comments/comments.privacy.ts';
import type { AppContext } from '../context.ts';
import { eraseEnquiries, exportEnquiries } from '../enquiries/enquiries.privacy.ts';
import { eraseMails, exportMails } from '../mail/mail.privacy.ts';
import { type ActorId, mutate } from '../mutation.ts';
import { eraseNotices } from '../notices/sentNotices.service.ts';
import { cancelUpcomingSeats, lockSeatsOf, readUpcomingSeats } from '../orders/erasedSeats.service.ts';
import { eraseOrders, exportOrders, exportSeats } from '../orders/orders.privacy.ts';
import { leaveAllLines } from '../waitlist/waitlist.service.ts';
import { seatsFreedMail } from './privacy.mails.ts';

/** How many rows were erased or anonymised, by kind. */
type Erased = Record<'account' | 'orders' | 'seats' | 'enquiries' | 'comments' | 'mails', number>;

/**
 * Erases everything about an e-mail address; orders stay without persons. Seats of events that have not started are
 * freed, and the practice is told which. Throws `last_admin`.
 */
export const erasePersonalData = (ctx: AppContext, actorId: ActorId, email: string): Promise<Erased> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, audit, sendMail } = mutation;
    const userId = await lockAccount(tx, email);
    await lockSeatsOf(tx, { email, userId });
    // First, so that no freed seat is offered to whoever is being forgotten.
    if (userId) await leaveAllLines(mutation, userId);
    const freed = await cancelUpcomingSeats(mutation, { email, userId });
    if (userId) await stopWrites(tx, userId);
    const orders = await eraseOrders(tx, { email, userId });
    const enquiries = await eraseEnquiries(tx, ctx, email);
    const comments = userId ? await eraseComments(mutation, userId) : 0;
    const mails = await eraseMails(tx, ctx.encryption, email);
    await eraseNotices(tx, ctx.encryption, email);
    const erased = { orders, enquiries, comments, mails, ...readAdminMark(ctx, email) };
    await audit({ action: 'erase', entity: 'person', entityId: userId, after: erased });
    if (freed.length) await sendMail(seatsFreedMail(freed, ctx.env.siteUrl));
    const seats = freed.reduce((sum, { quantity }) => sum + quantity, 0);
    return { account: await eraseAccount(tx, email), orders, seats, enquiries, comments, mails };
  });

/** Erases everything about the caller. Throws like `reauthenticate`, and `last_admin`. */
export async function eraseOwnData(
  ctx: AppContext,
  session: SessionUser,
  current_password: string | undefined,
): Promise<void> {
  await reauthenticate(ctx, session, current_password);
  // No actor: after the erasure nothing may name the person.
  await erasePersonalData(ctx, null, session.user.email);
}

/** Counts what is stored about an e-mail address, and lists the seats that an erasure would free. */
export const previewErasure = (ctx: AppContext, actorId: string, email: string): Promise<ErasurePreview> =>
  mutate(ctx, actorId, async ({ tx, now, audit }) => {
    const userId = (await exportAccount(tx, { email, sessionId: undefined, now }))?.account.id;
    const subject = { email, userId };
    const seats = await readUpcomingSeats(tx, subject, now);
    await audit({ action: 'preview', entity: 'person', entityId: userId });
    return {
      account: userId !== undefined,
      orders: (await exportOrders(tx, subject)).length + (await exportSeats(tx, email)).length,
      enquiries: (await exportEnquiries(tx, ctx, email)).length,
      comments: userId ? (await exportComments(tx, userId)).length : 0,
      mails: (await exportMails(tx, ctx.encryption, email)).length,
      seats: seats.map(({ code, event: { title, date, time }, quantity }) => ({
        code,
        event_title: title,
        date,
        time,
        quantity,
      })),
    };
  });
