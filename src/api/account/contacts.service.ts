import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { users } from './account.tables.ts';

/** How an account is addressed. */
export interface Contact {
  name: string;
  email: string;
}

/** Names and addresses of accounts by id. */
export async function readContacts(db: Database, ids: string[]): Promise<Map<string, Contact>> {
  if (!ids.length) return new Map();
  const rows = await db
    .select({ id: users.id, name: users.name, surname: users.surname, email: users.email })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name, surname, email }) => [id, { name: `${name} ${surname}`.trim(), email }]));
}

/**
 * Keeps an account from being deactivated or erased until the transaction ends; false where it is already. Call it
 * before products are locked: erasures lock in this order too.
 */
export async function keepAccount(tx: Database, id: string): Promise<boolean> {
  const isActive = and(eq(users.id, id), isNull(users.deactivated_at));
  return (await tx.select({ id: users.id }).from(users).where(isActive).for('share')).length === 1;
}
