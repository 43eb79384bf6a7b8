import { text } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

export const services = app.table('services', {
  id: id(),
  title: text().notNull(),
  note: text(),
  description: text().notNull(),
  image_url: text().notNull(),
  created_at: createdAt(),
  updated_at: createdAt(),
  /** When it was moved to the trash. */
  deleted_at: moment(),
});
