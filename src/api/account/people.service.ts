import { eq } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { resetCodes, users } from './account.tables.ts';
import { lockAdmins } from './admins.service.ts';
import { listSessions } from './sessions.service.ts';
import { toUser } from './users.ts';

/** Account and sessions of an address, for the copy of its owner's data; `sessionId` is the one that asks. */
export async function accountHeldAbout(ctx: AppContext, email: string, sessionId = '') {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email));
  if (!user) return undefined;
  const { rows: sessions } = await listSessions(ctx, { id: sessionId, user });
  const account = {
    ...toUser(user),
    activated_at: user.activated_at?.toISOString() ?? null,
    has_password: user.password_hash !== null,
    google_linked: user.google_id !== null,
  };
  return { account, sessions };
}

/**
 * The id of an address's account, locked until the transaction ends: it can neither buy nor write meanwhile.
 * Throws `last_admin` if nobody else is one.
 */
export async function holdAccount(tx: Database, email: string): Promise<string | undefined> {
  // Admins first, always in one order: two of them cannot both leave the other behind, nor wait for each other.
  const admins = await lockAdmins(tx);
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('update');
  if (user && admins.has(user.id) && admins.size === 1) throw new ApiError('last_admin');
  return user?.id;
}

/** Deletes an address's account with its sessions, cart, links and codes. */
export async function eraseAccount(tx: Database, email: string): Promise<number> {
  await tx.delete(resetCodes).where(eq(resetCodes.email, email));
  return (await tx.delete(users).where(eq(users.email, email)).returning({ id: users.id })).length;
}
