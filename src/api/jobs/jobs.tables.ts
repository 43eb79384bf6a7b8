import { text } from 'drizzle-orm/pg-core';
import { app, moment } from '../db/columns.ts';

/** Periodic work by name: when it is next due, and until when a process has it for itself. */
export const jobs = app.table('jobs', {
  name: text().primaryKey(),
  due_at: moment().notNull(),
  claimed_until: moment().notNull(),
  /** Which process has, or had it last. */
  claimed_by: text().notNull(),
});
