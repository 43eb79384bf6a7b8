import { text } from 'drizzle-orm/pg-core';
import { app, createdAt } from '../db/columns.ts';

/** Addresses that have moved, and where each leads now. */
export const redirects = app.table('redirects', {
  from_path: text().primaryKey(),
  to_path: text().notNull(),
  created_at: createdAt(),
});
