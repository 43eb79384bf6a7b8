import type { Person } from '../../contract/privacy.ts';
import { exportAccount, exportRegistrations } from '../account/account.privacy.ts';
import { reauthenticate } from '../account/account.service.ts';
import type { Caller } from '../account/caller.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import { exportAttempts } from '../cards/attempts.service.ts';
import { exportCart } from '../cart/cart.privacy.ts';
import { exportComments } from '../comments/comments.privacy.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { exportDocuments } from '../documents/reading.service.ts';
import { exportEnquiries } from '../enquiries/enquiries.privacy.ts';
import type { Limit } from '../limits/limits.service.ts';
import { exportMails } from '../mail/mail.privacy.ts';
import { mutate } from '../mutation.ts';
import { exportNotices } from '../notices/sentNotices.service.ts';
import { exportAnswers } from '../orders/answers.service.ts';
import { type DataSubject, exportOrders, exportSeats, readOwnCodes } from '../orders/orders.privacy.ts';
import { exportLedger } from '../payments/ledger.service.ts';
import { exportSecurityEvents } from '../security/security.privacy.ts';
import { recordSecurityEvent } from '../security/security.service.ts';
import { exportWaitlist } from '../waitlist/waitlist.privacy.ts';
import { dataExportedMail } from './privacy.mails.ts';

/** Exports of an account by whoever holds a session of it. */
const ownExportLimit: Limit = { name: 'own export', points: 20, seconds: 3600 };
/** Exports of one person by the admins of the practice: each of an address mails the person. */
const adminExportLimit: Limit = { name: 'export by admin', points: 10, seconds: 86_400 };

/**
 * Returns everything stored about an e-mail address, with or without an account, and mails the person that it happened;
 * an address about which nothing is stored gets no mail. `own` is the session and caller, where the person asks.
 */
const exportPersonalData = (
  ctx: AppContext,
  actorId: string,
  email: string,
  own?: { sessionId: string; caller: Caller },
): Promise<Record<string, unknown>> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now, audit, sendMail } = mutation;
    const found = await exportAccount(tx, { email, sessionId: own?.sessionId, now });
    const userId = found?.account.id;
    await audit({ action: 'export', entity: 'person', entityId: userId });
    const rows = {
      sessions: found?.sessions ?? [],
      // Whoever is signed in has none left.
      ...(!own && { registrations: userId ? await exportRegistrations(tx, userId) : [] }),
      cart: userId ? await exportCart(tx, userId) : [],
      waitlist: userId ? await exportWaitlist(tx, userId) : [],
      ...(await exportBought(ctx, tx, { email, userId })),
      seats: await exportSeats(tx, email),
      enquiries: await exportEnquiries(tx, ctx, email),
      comments: userId ? await exportComments(tx, userId) : [],
      notices: await exportNotices(tx, ctx.encryption, email),
      mails: await exportMails(tx, ctx.encryption, email),
      security_events: userId ? await exportSecurityEvents(tx, userId) : [],
    };
    const isKnown = found || Object.values(rows).some((list) => list.length);
    if (isKnown) await sendMail(dataExportedMail(email, ctx.env.siteUrl, own === undefined));
    const kind = own ? 'exported' : 'exported_by_admin';
    if (userId) await recordSecurityEvent(ctx, mutation, { kind, userId, caller: own?.caller });
    return { exported_at: now.toISOString(), account: found?.account ?? null, ...rows };
  });

/** What a person bought, with payments and documents, and what was answered for the participants. */
async function exportBought(ctx: AppContext, tx: Database, subject: DataSubject) {
  const codes = await readOwnCodes(tx, subject);
  return {
    orders: await exportOrders(tx, subject),
    ...(await exportLedger(tx, codes)),
    card_attempts: await exportAttempts(tx, codes),
    documents: await exportDocuments({ ...ctx, db: tx }, codes),
    answers: await exportAnswers(tx, ctx, subject),
  };
}

/** Returns everything stored about the caller. Throws like `reauthenticate`, and `too_many_requests`. */
export async function exportOwnData(
  ctx: AppContext,
  session: SessionUser,
  caller: Caller,
  current_password?: string,
): Promise<Record<string, unknown>> {
  await reauthenticate(ctx, session, current_password);
  await ctx.limits.consume(ownExportLimit, session.user.id);
  return exportPersonalData(ctx, session.user.id, session.user.email, { sessionId: session.id, caller });
}

/**
 * Returns everything stored about an e-mail address to an admin, or the orders that were entered under a phone
 * number: nobody can be mailed about these. Throws `too_many_requests`.
 */
export async function exportForAdmin(
  ctx: AppContext,
  actorId: string,
  person: Person,
): Promise<Record<string, unknown>> {
  await ctx.limits.consume(adminExportLimit, 'phone' in person ? person.phone : person.email);
  if ('email' in person) return exportPersonalData(ctx, actorId, person.email);
  return mutate(ctx, actorId, async ({ tx, now, audit }) => {
    await audit({ action: 'export', entity: 'person' });
    return { exported_at: now.toISOString(), account: null, ...(await exportBought(ctx, tx, person)) };
  });
}
