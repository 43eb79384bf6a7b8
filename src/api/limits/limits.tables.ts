import { integer, text } from 'drizzle-orm/pg-core';
import { app, moment } from '../db/columns.ts';

export const rateLimits = app.table('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  /** How often in a row the key was locked: each lock lasts twice as long as the one before. */
  level: integer().notNull().default(0),
  expires_at: moment().notNull(),
});
