import { accountHeldAbout, eraseAccount, holdAccount } from '../account/people.service.ts';
import { audit } from '../audit/audit.service.ts';
import { cartHeldAbout } from '../cart/people.service.ts';
import type { AppContext } from '../context.ts';
import { dropMailsTo, mailsHeldAbout } from '../mail/mail.service.ts';
import { erasePersonsFromOrders, ordersHeldAbout, seatsHeldAbout } from '../orders/people.service.ts';
import { enquiriesHeldAbout, eraseEnquiriesOf } from './held.service.ts';

/** Who asks: an admin, or the person (no actor: after an erasure nothing may name them), in which of their sessions. */
interface Asking {
  actorId: string | null;
  sessionId?: string;
}

/** Everything held about an e-mail address, every room asked, whether there is an account or not. */
export async function exportPerson(
  ctx: AppContext,
  email: string,
  { actorId, sessionId }: Asking,
): Promise<Record<string, unknown>> {
  const { db, clock } = ctx;
  const known = await accountHeldAbout(ctx, email, sessionId);
  const whose = { email, userId: known?.account.id };
  await audit(db, { actorId, action: 'export', entity: 'person', entityId: whose.userId });
  return {
    exported_at: clock().toISOString(),
    account: known?.account ?? null,
    sessions: known?.sessions ?? [],
    cart: whose.userId ? await cartHeldAbout(db, whose.userId) : [],
    orders: await ordersHeldAbout(db, whose),
    seats: await seatsHeldAbout(db, whose),
    enquiries: await enquiriesHeldAbout(db, ctx, email),
    mails: await mailsHeldAbout(db, email),
  };
}

/**
 * Erases everything about an e-mail address at once; orders stay without persons (CONTRACT.md 2). Answers how much
 * there was of what. Throws `last_admin`.
 */
export async function erasePerson(
  ctx: AppContext,
  email: string,
  { actorId }: Asking,
): Promise<Record<'account' | 'orders' | 'enquiries' | 'mails', number>> {
  return ctx.db.transaction(async (tx) => {
    const userId = await holdAccount(tx, email);
    const orders = await erasePersonsFromOrders(tx, { email, userId });
    const enquiries = await eraseEnquiriesOf(tx, ctx, email);
    const mails = await dropMailsTo(tx, email);
    const entry = { actorId, action: 'erase', entity: 'person', entityId: userId };
    await audit(tx, { ...entry, after: { orders, enquiries, mails } });
    return { account: await eraseAccount(tx, email), orders, enquiries, mails };
  });
}
