import { inArray } from 'drizzle-orm';
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
