import { integer, text } from 'drizzle-orm/pg-core';
import { app, createdAt, moment } from '../db/columns.ts';

/** Stored pictures; one that nothing names any more is collected by a job. */
export const media = app.table('media', {
  /** `<32 hex>_<width>x<height>`. */
  name: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  created_at: createdAt(),
  /** Since when nothing names it, as far as the collecting job has seen. */
  orphaned_at: moment(),
});
