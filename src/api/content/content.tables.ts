import { index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account.tables.ts';
import { app, createdAt } from '../db/columns.ts';

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
