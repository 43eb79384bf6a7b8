import { exportAccount } from '../account/account.privacy.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import { exportCart } from '../cart/cart.privacy.ts';
import type { AppContext } from '../context.ts';
import { exportEnquiries } from '../enquiries/enquiries.privacy.ts';
import { exportMails } from '../mail/mail.privacy.ts';
import { mutate } from '../mutation.ts';
import { exportOrders, exportSeats } from '../orders/orders.privacy.ts';

/**
 * Returns everything stored about an e-mail address, with or without an account. `sessionId` marks the session that
 * asks, where the person does.
 */
export const exportPersonalData = (
  ctx: AppContext,
  actorId: string,
  email: string,
  sessionId?: string,
): Promise<Record<string, unknown>> =>
  mutate(ctx, actorId, async ({ tx, now, audit }) => {
    const found = await exportAccount(tx, { email, sessionId, now });
    const userId = found?.account.id;
    await audit({ action: 'export', entity: 'person', entityId: userId });
    return {
      exported_at: now.toISOString(),
      account: found?.account ?? null,
      sessions: found?.sessions ?? [],
      cart: userId ? await exportCart(tx, userId) : [],
      orders: await exportOrders(tx, { email, userId }),
      seats: await exportSeats(tx, email),
      enquiries: await exportEnquiries(tx, ctx, email),
      mails: await exportMails(tx, email),
    };
  });

/** Returns everything stored about the caller. */
export const exportOwnData = (ctx: AppContext, { id, user }: SessionUser): Promise<Record<string, unknown>> =>
  exportPersonalData(ctx, user.id, user.email, id);
