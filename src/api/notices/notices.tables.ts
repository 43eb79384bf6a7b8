import { boolean, text } from 'drizzle-orm/pg-core';
import { app, moment } from '../db/columns.ts';

/** When the practice was last told of something by mail, and whether something came after that. */
export const notices = app.table('notices', {
  name: text().primaryKey(),
  told_at: moment().notNull(),
  waiting: boolean().notNull().default(false),
});
