import { boolean, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account.tables.ts';
import { app, createdAt, moment } from '../db/columns.ts';

/** Every revision of the words. Rows are only added; an erased account leaves its rows without an author. */
export const content = app.table(
  'content',
  {
    name: text().notNull(),
    revision: integer().notNull(),
    data: jsonb().notNull(),
    /** Version of the document's schema (contract/contentVersions.ts). */
    schema_version: integer().notNull(),
    /** Null for words that came with the product. */
    author: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** `sample` or `neutral` for words that came with the product, `restore 3`, `import`; null for a plain save. */
    note: text(),
    /** Of a legal text: whether accounts are told of the change at their next sign-in, once it is published. */
    ask_again: boolean().notNull().default(false),
    created_at: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.name, table.revision] }), index('content_author').on(table.author)],
);

/** The revision of each document that the live release shows. */
export const contentLive = app.table('content_live', {
  name: text().primaryKey(),
  revision: integer().notNull(),
  /** Of a legal text: the version it is published as. */
  version: text(),
});

/** Versions under which legal texts were published. */
export const legalVersions = app.table(
  'legal_versions',
  {
    name: text().notNull(),
    /** The day in Istanbul, with `-2` for the second of that day. */
    version: text().notNull(),
    revision: integer().notNull(),
    published_at: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** Pages with unsaved words, each behind a random token. Not logged: after a crash of the database there are none. */
export const contentPreviews = app.table('content_previews', {
  /** SHA-256 of the token, hex. */
  token_hash: text().primaryKey(),
  name: text().notNull(),
  data: jsonb().notNull(),
  /** The page, once it is rendered. */
  html: text(),
  expires_at: moment().notNull(),
});
