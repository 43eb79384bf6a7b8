import { jsonb, text } from 'drizzle-orm/pg-core';
import { app, createdAt } from '../db/columns.ts';

/** Settings the owner changes in the admin area, by name. */
export const settings = app.table('settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: createdAt(),
});
