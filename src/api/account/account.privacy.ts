import { asc, eq } from 'drizzle-orm';
import { nameCartLines } from '../cart/cart.privacy.ts';
import type { Database } from '../db/connection.ts';
import { deleteRows } from '../db/sql.ts';
import { ApiError } from '../errors.ts';
import { toUser } from './account.service.ts';
import { activationLinks, users } from './account.tables.ts';
import { lockAdmins } from './accountLocks.service.ts';
import { readSessions } from './sessions.service.ts';

/**
 * Returns account and sessions of an address; `sessionId` marks the current one. An erasure of the account waits until
 * the transaction ends: what is read of the person is either all there or gone.
 */
export async function exportAccount(
  tx: Database,
  { email, sessionId, now }: { email: string; sessionId: string | undefined; now: Date },
) {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('share');
  if (!user) return undefined;
  const account = {
    ...toUser(user),
    activated_at: user.activated_at?.toISOString() ?? null,
    has_password: user.password_hash !== null,
    legal_seen_at: user.legal_seen_at?.toISOString() ?? null,
    google_linked: user.google_id !== null,
  };
  return { account, sessions: await readSessions(tx, { id: sessionId, user }, now) };
}

/** Returns the registrations of an account that wait for their link: what was typed there, whoever typed it. */
export async function exportRegistrations(db: Database, userId: string): Promise<Record<string, unknown>[]> {
  const links = await db
    .select()
    .from(activationLinks)
    .where(eq(activationLinks.user_id, userId))
    .orderBy(asc(activationLinks.created_at));
  const rows: Record<string, unknown>[] = [];
  for (const { name, surname, phone_number, cart, created_at } of links) {
    const lines = await nameCartLines(db, cart);
    rows.push({ name, surname, phone_number, cart: lines, created_at: created_at.toISOString() });
  }
  return rows;
}

/** Returns the id of an address's account, locked until the transaction ends. Throws `last_admin`. */
export async function lockAccount(tx: Database, email: string): Promise<string | undefined> {
  // Admin rows first, in one order: two admins can neither both leave nor wait for each other.
  const admins = await lockAdmins(tx);
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('no key update');
  if (user && admins.has(user.id) && admins.size === 1) throw new ApiError('last_admin');
  return user?.id;
}

/** Deletes an address's account with its sessions, cart, links and codes; returns how many accounts there were. */
export const eraseAccount = (tx: Database, email: string): Promise<number> =>
  deleteRows(tx, users, eq(users.email, email));
