import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
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
    /** The account was told of legal changes up to this moment; null means up to its creation. */
    legal_seen_at: moment(),
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

/** The account that a row belongs to and goes with. */
export const ofAccount = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = app.table(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the token, hex. The token itself is not stored. */
    token_hash: text().notNull().unique(),
    user_id: ofAccount(),
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
    user_id: ofAccount(),
    token_hash: text().notNull().unique(),
    name: text().notNull(),
    surname: text().notNull(),
    phone_number: text(),
    password_hash: text().notNull(),
    /** The guest's cart, which joins the account's. */
    cart: jsonb().$type<{ product_id: string; quantity: number }[]>().notNull(),
    /** How many passwords were tried with the link. */
    tries: integer().notNull().default(0),
    created_at: createdAt(),
    expires_at: moment().notNull(),
  },
  (table) => [
    check('activation_links_tries', sql`${table.tries} between 0 and 5`),
    index('activation_links_user').on(table.user_id),
  ],
);

/** Reset codes: one per address and network that asked. Unknown addresses get rows too, so that both answer alike. */
export const resetCodes = app.table(
  'reset_codes',
  {
    id: id(),
    /** Keyed hashes of the e-mail address and of the network that asked. */
    email_mark: text().notNull(),
    network_mark: text().notNull(),
    /** SHA-256 of the random handle that the request was answered with. */
    handle_hash: text().notNull().unique(),
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Keyed hash of address and code. */
    code_hash: text().notNull(),
    /** Wrong codes typed with the handle. */
    tries: integer().notNull().default(0),
    /** Wrong codes typed by anybody without a handle. */
    open_tries: integer().notNull().default(0),
    expires_at: moment().notNull(),
    verified_at: moment(),
  },
  (table) => [
    check('reset_codes_tries', sql`${table.tries} between 0 and 5 and ${table.open_tries} between 0 and 5`),
    unique('reset_codes_asked').on(table.email_mark, table.network_mark),
    index('reset_codes_user').on(table.user_id),
  ],
);

/** Browsers and networks that have signed in to an account, as keyed hashes. */
export const knownDevices = app.table(
  'known_devices',
  {
    user_id: ofAccount(),
    mark: text().notNull(),
    last_used_at: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.mark] })],
);
