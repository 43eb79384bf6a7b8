import { readAdminMark } from '../account/account.admin.service.ts';
import { eraseAccount, lockAccount } from '../account/account.privacy.ts';
import { reauthenticate } from '../account/account.service.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import type { AppContext } from '../context.ts';
import { eraseEnquiries } from '../enquiries/enquiries.privacy.ts';
import { eraseMails } from '../mail/mail.privacy.ts';
import { type ActorId, mutate } from '../mutation.ts';
import { eraseOrders } from '../orders/orders.privacy.ts';

/** How many rows were erased or anonymised, by kind. */
type Erased = Record<'account' | 'orders' | 'enquiries' | 'mails', number>;

/** Erases everything about an e-mail address; orders stay without persons. Throws `last_admin`. */
export const erasePersonalData = (ctx: AppContext, actorId: ActorId, email: string): Promise<Erased> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const userId = await lockAccount(tx, email);
    const orders = await eraseOrders(tx, { email, userId });
    const enquiries = await eraseEnquiries(tx, ctx, email);
    const mails = await eraseMails(tx, email);
    const erased = { orders, enquiries, mails, ...readAdminMark(ctx, email) };
    await audit({ action: 'erase', entity: 'person', entityId: userId, after: erased });
    return { account: await eraseAccount(tx, email), orders, enquiries, mails };
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
