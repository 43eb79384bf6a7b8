import type { ErasurePreview, Person, UpcomingSeats } from '../../contract/privacy.ts';
import { eraseAccount, exportAccount, lockAccount } from '../account/account.privacy.ts';
import { reauthenticate } from '../account/account.service.ts';
import { stopWrites } from '../account/accountLocks.service.ts';
import { readAdminMark } from '../account/firstAdmin.service.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import { eraseComments, exportComments } from '../comments/comments.privacy.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { eraseEnquiries, exportEnquiries } from '../enquiries/enquiries.privacy.ts';
import { eraseMails, exportMails } from '../mail/mail.privacy.ts';
import { type ActorId, type Mutation, mutate } from '../mutation.ts';
import { eraseNotices } from '../notices/sentNotices.service.ts';
import { cancelUpcomingSeats, type FreedSeats, lockSeatsOf, readUpcomingSeats } from '../orders/erasedSeats.service.ts';
import { type DataSubject, eraseOrders, exportOrders, exportSeats } from '../orders/orders.privacy.ts';
import { leaveAllLines } from '../waitlist/waitlist.service.ts';
import { seatsFreedMail } from './privacy.mails.ts';

/** How many rows were erased or anonymised, by kind. */
type ErasedCounts = Record<'account' | 'orders' | 'seats' | 'enquiries' | 'comments' | 'mails', number>;

/**
 * Erases everything about an e-mail address; orders stay without persons. Seats of events that have not started are
 * freed, and the practice is told which. Throws `last_admin`.
 */
export const erasePersonalData = (ctx: AppContext, actorId: ActorId, email: string): Promise<ErasedCounts> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, audit } = mutation;
    const userId = await lockAccount(tx, email);
    await lockSeatsOf(tx, { email, userId });
    // First, so that no freed seat is offered to whoever is being forgotten.
    if (userId) await leaveAllLines(mutation, userId);
    const freed = await cancelUpcomingSeats(mutation, { email, userId });
    if (userId) await stopWrites(tx, userId);
    const orders = await eraseOrders(mutation, ctx, { email, userId });
    const enquiries = await eraseEnquiries(tx, ctx, email);
    const comments = userId ? await eraseComments(mutation, userId) : 0;
    const mails = await eraseMails(tx, ctx.encryption, email);
    await eraseNotices(tx, ctx.encryption, email);
    const erased = { orders, enquiries, comments, mails, ...readAdminMark(ctx, email) };
    await audit({ action: 'erase', entity: 'person', entityId: userId, after: erased });
    const seats = await tellFreed(mutation, freed);
    return { account: await eraseAccount(tx, email), orders, seats, enquiries, comments, mails };
  });

/**
 * Erases the buyer from the orders that admins entered under a phone number, as `erasePersonalData` does: of somebody
 * who left no address nothing else is stored.
 */
export const erasePhoneBuyer = (ctx: AppContext, actorId: string, phone: string): Promise<ErasedCounts> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, audit } = mutation;
    await lockSeatsOf(tx, { phone });
    const freed = await cancelUpcomingSeats(mutation, { phone });
    const orders = await eraseOrders(mutation, ctx, { phone });
    await audit({ action: 'erase', entity: 'person', after: { orders } });
    const seats = await tellFreed(mutation, freed);
    return { account: 0, orders, seats, enquiries: 0, comments: 0, mails: 0 };
  });

/** Mails the practice which seats an erasure freed; returns how many. */
async function tellFreed({ sendMail, siteUrl }: Mutation, freed: FreedSeats[]): Promise<number> {
  if (freed.length) await sendMail(seatsFreedMail(freed, siteUrl));
  return freed.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Erases everything about the caller. Throws like `reauthenticate`, and `last_admin`. */
export async function eraseOwnData(ctx: AppContext, session: SessionUser, current_password?: string): Promise<void> {
  await reauthenticate(ctx, session, current_password);
  // No actor: after the erasure nothing may name the person.
  await erasePersonalData(ctx, null, session.user.email);
}

/** Counts what is stored about a person, and lists the seats that an erasure would free. */
export const previewErasure = (ctx: AppContext, actorId: string, person: Person): Promise<ErasurePreview> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, audit } = mutation;
    if ('phone' in person) {
      await audit({ action: 'preview', entity: 'person' });
      const orders = (await exportOrders(tx, person)).length;
      return { account: false, orders, enquiries: 0, comments: 0, mails: 0, seats: await listSeats(mutation, person) };
    }
    const { email } = person;
    const userId = (await exportAccount(tx, { email, sessionId: undefined, now: mutation.now }))?.account.id;
    const subject = { email, userId };
    await audit({ action: 'preview', entity: 'person', entityId: userId });
    return {
      account: userId !== undefined,
      orders: (await exportOrders(tx, subject)).length + (await exportSeats(tx, email)).length,
      enquiries: (await exportEnquiries(tx, ctx, email)).length,
      comments: userId ? (await exportComments(tx, userId)).length : 0,
      mails: (await exportMails(tx, ctx.encryption, email)).length,
      seats: await listSeats(mutation, subject),
    };
  });

/** Lists the seats that an erasure of the caller would free. */
export const listOwnSeats = (ctx: AppContext, { user: { id, email } }: SessionUser): Promise<UpcomingSeats> =>
  listSeats({ tx: ctx.db, now: ctx.clock() }, { email, userId: id });

async function listSeats({ tx, now }: { tx: Database; now: Date }, subject: DataSubject): Promise<UpcomingSeats> {
  const seats = await readUpcomingSeats(tx, subject, now);
  return seats.map(({ code, event: { title, date, time }, quantity }) => ({
    code,
    event_title: title,
    date,
    time,
    quantity,
  }));
}
