import { and, eq, isNull } from 'drizzle-orm';
import { cartHeldAbout } from '../cart/people.service.ts';
import type { Database } from '../db/connection.ts';
import { Refusal } from '../errors.ts';
import { dropMailsTo } from '../mail/mail.service.ts';
import { erasePersonsFromOrders, ordersHeldAbout } from '../orders/people.service.ts';
import type { Platform } from '../platform.ts';
import { users } from './account.tables.ts';
import { audit } from './audit.service.ts';
import { proveAgain } from './profile.service.ts';
import { listSessions, type SessionUser } from './sessions.service.ts';
import { toUser } from './users.ts';

/** Everything held about a user, every room asked. */
export async function exportPerson(platform: Platform, session: SessionUser): Promise<Record<string, unknown>> {
  const { db, clock } = platform;
  const { user } = session;
  const { rows: sessions } = await listSessions(platform, session);
  return {
    exported_at: clock().toISOString(),
    account: {
      ...toUser(user),
      activated_at: user.activated_at?.toISOString() ?? null,
      has_password: user.password_hash !== null,
      google_linked: user.google_id !== null,
    },
    sessions,
    cart: await cartHeldAbout(db, user.id),
    orders: await ordersHeldAbout(db, user.id),
  };
}

/**
 * Erases a user at once: account, sessions, cart, names of participants; orders stay without persons (CONTRACT.md 2).
 * Throws like `proveAgain`, and `last_admin`.
 */
export async function erasePerson(
  platform: Platform,
  session: SessionUser,
  current_password: string | undefined,
): Promise<void> {
  await proveAgain(platform, session, current_password);
  const { user } = session;
  await platform.db.transaction(async (tx) => {
    if (user.role === 'admin') await keepAnAdmin(tx, user.id);
    await erasePersonsFromOrders(tx, user.id);
    await dropMailsTo(tx, user.email);
    await audit(tx, { actorId: null, action: 'erase', entity: 'user', entityId: user.id });
    await tx.delete(users).where(eq(users.id, user.id));
  });
}

/** Throws `last_admin` if nobody else is one. The rows stay locked: two admins cannot both leave the other behind. */
async function keepAnAdmin(tx: Database, leaving: string): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deactivated_at)))
    .orderBy(users.id)
    .for('update');
  if (!admins.some(({ id }) => id !== leaving)) throw new Refusal('last_admin');
}
