import { jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { app, moment } from '../db/columns.ts';

/** Rows that came with the sample content, and copies of those that were removed. */
export const samples = app.table(
  'samples',
  {
    entity: text({ enum: ['category', 'product', 'service', 'gallery', 'post', 'comment'] }).notNull(),
    entity_id: uuid().notNull(),
    /** What the row looked like when it was written; another one means that somebody edited it. */
    fingerprint: text().notNull(),
    /** The removed row, until it can no longer be brought back. */
    copy: jsonb(),
    removed_at: moment(),
  },
  (table) => [primaryKey({ columns: [table.entity, table.entity_id] })],
);
