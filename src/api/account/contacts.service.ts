import { type Column, inArray, type SQL, sql } from 'drizzle-orm';
import { joinName } from '../../shared/names.ts';
import type { Database } from '../db/connection.ts';
import { contains } from '../db/search.ts';
import { users } from './account.tables.ts';

/** How an account is addressed. */
export interface Contact {
  name: string;
  email: string;
}

type User = typeof users.$inferSelect;

/** How the accounts of these rows are addressed, by id; a row may have none. */
export async function readContacts(
  db: Database,
  rows: { user_id: string | null }[],
): Promise<Map<string, Contact & Pick<User, 'phone_number'>>> {
  const known = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))];
  if (!known.length) return new Map();
  const { id, name, surname, email, phone_number } = users;
  const found = await db.select({ id, name, surname, email, phone_number }).from(users).where(inArray(id, known));
  return new Map(found.map((row) => [row.id, { ...row, name: joinName(row) }]));
}

/** Full names of the accounts that a column of these rows names, by id. */
export async function readUserNames<Column extends string>(
  db: Database,
  rows: Record<Column, string | null>[],
  column: Column,
): Promise<Map<string, string>> {
  const users = rows.map((row) => ({ user_id: row[column] }));
  const contacts = await readContacts(db, users);
  return new Map([...contacts].map(([id, { name }]) => [id, name]));
}

/** Condition that a column is the id of an account whose phone number contains these digits. */
export const isOfPhone = (column: Column, digits: string): SQL =>
  sql`${column} in (select ${users.id} from ${users} where ${contains(users.phone_number, digits)})`;
