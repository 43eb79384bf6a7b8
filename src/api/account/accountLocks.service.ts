import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { type UserRow, users } from './account.tables.ts';

// Accounts are locked before checkouts and products. The locks of all but `stopWrites` let others insert rows that name
// the account (an audit entry at the end of a change), or both would wait for each other.

const isActive = (id: string) => and(eq(users.id, id), isNull(users.deactivated_at));

/** Keeps an account from being deactivated or erased until the transaction ends; false where it is already. */
export async function keepAccount(tx: Database, id: string): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).where(isActive(id)).for('share')).length === 1;
}

/** Keeps an account with the password that was read until the transaction ends; false where it changed since. */
export async function keepPassword(tx: Database, { id, password_hash }: UserRow): Promise<boolean> {
  const isSame = and(isActive(id), sql`${users.password_hash} is not distinct from ${password_hash}`);
  const found = await tx.select({ id: users.id }).from(users).where(isSame).for('share');
  return found.length === 1;
}

/** Locks the rows of all active admins, so that two of them cannot remove each other's role at the same time. */
export async function lockAdmins(tx: Database): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deactivated_at), isNotNull(users.activated_at)))
    .orderBy(users.id)
    .for('no key update');
  return new Set(rows.map(({ id }) => id));
}

/** Makes whatever an account still writes wait for its erasure. Call it once everything else is locked. */
export async function stopWrites(tx: Database, id: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
}

/** Whether an account is there at all, deactivated ones included. */
export const hasAccount = async (db: Database, id: string): Promise<boolean> =>
  (await db.$count(users, eq(users.id, id))) === 1;
