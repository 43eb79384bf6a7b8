import { integer, text } from 'drizzle-orm/pg-core';
import { app, createdAt, moment } from '../db/columns.ts';

/** Stored pictures; a job deletes those that no content refers to any more. */
export const media = app.table('media', {
  /** `<32 hex>_<width>x<height>`. */
  name: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  created_at: createdAt(),
  /** From when it counts as unused: when the job found no content that refers to it, or later for a new upload. */
  orphaned_at: moment(),
});
