import { text } from 'drizzle-orm/pg-core';
import { app, moment } from '../db/columns.ts';

/** Periodic jobs: when each is next due, and until when a process has claimed it. */
export const jobs = app.table('jobs', {
  name: text().primaryKey(),
  due_at: moment().notNull(),
  claimed_until: moment().notNull(),
  /** The process that claimed it last. */
  claimed_by: text().notNull(),
});
