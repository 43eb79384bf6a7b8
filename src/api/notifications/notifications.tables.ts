import { boolean, text } from 'drizzle-orm/pg-core';
import { app, moment } from '../db/columns.ts';

/** Per kind of notification: when the practice was last mailed, and whether something happened since then. */
export const notifications = app.table('notices', {
  name: text().primaryKey(),
  told_at: moment().notNull(),
  waiting: boolean().notNull().default(false),
});
