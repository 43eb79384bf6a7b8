import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

export const users = app.table(
  'users',
  {
    id: id(),
    /** ASCII lower case (`foldEmail`). */
    email: text().notNull().unique(),
    /** Blank, like the fields below, until the account is activated: anybody may register any address. */
    name: text().notNull(),
    surname: text().notNull(),
    phone_number: text(),
    role: text({ enum: ['admin', 'user'] })
      .notNull()
      .default('user'),
    /** argon2id; null for accounts that only use Google. */
    password_hash: text(),
    /** The auth service's user id, once linked. */
    google_id: text().unique(),
    activated_at: moment(),
    created_at: createdAt(),
    deactivated_at: moment(),
    /** Name, surname and e-mail, folded for searching. */
    search: text().notNull().default(''),
  },
  (table) => [
    check('users_role', sql`${table.role} in ('admin', 'user')`),
    check(
      'users_email_folded',
      sql`${table.email} = translate(${table.email}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`,
    ),
    index('users_created').on(table.created_at),
  ],
);

export type UserRow = typeof users.$inferSelect;

export const sessions = app.table(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the token, hex. The token itself is not stored. */
    token_hash: text().notNull().unique(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text().notNull().default(''),
    created_at: createdAt(),
    last_used_at: createdAt(),
    /** When the person signed in, by password or Google. */
    authenticated_at: createdAt(),
  },
  (table) => [index('sessions_user').on(table.user_id)],
);

/** Registrations that wait for their mailed link; an address may have several, and the first one opened decides. */
export const activationLinks = app.table(
  'activation_links',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token_hash: text().notNull().unique(),
    name: text().notNull(),
    surname: text().notNull(),
    phone_number: text(),
    password_hash: text().notNull(),
    /** The guest's cart, which joins the account's. */
    cart: jsonb().$type<{ product_id: string; quantity: number }[]>().notNull(),
    /** Tried passwords. */
    tries: integer().notNull().default(0),
    created_at: createdAt(),
    expires_at: moment().notNull(),
  },
  (table) => [
    check('activation_links_tries', sql`${table.tries} between 0 and 5`),
    index('activation_links_user').on(table.user_id),
  ],
);

/** At most one valid reset code per address. Unknown addresses get a row too, so that both answer alike. */
export const resetCodes = app.table(
  'reset_codes',
  {
    email: text().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    code_hash: text().notNull(),
    tries: integer().notNull().default(0),
    expires_at: moment().notNull(),
    verified_at: moment(),
  },
  (table) => [check('reset_codes_tries', sql`${table.tries} between 0 and 5`)],
);
