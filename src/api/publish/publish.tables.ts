import { bigint, index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

/** Every change of content since the beginning, by room; publishing remembers up to which it has shown. */
export const contentChanges = app.table('content_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  room: text({ enum: ['catalog', 'consulting', 'gallery', 'blog', 'site'] }).notNull(),
  /** Id of what changed, where one thing did. */
  entity_id: text(),
  at: createdAt(),
});

export const releases = app.table(
  'releases',
  {
    id: id(),
    /** Folder name under DATA_DIR/releases. */
    name: text().notNull().unique(),
    state: text({ enum: ['building', 'checking', 'live', 'old', 'failed'] }).notNull(),
    /** Newest content change it shows. */
    change_id: bigint({ mode: 'number' }).notNull(),
    pages: integer(),
    error: text(),
    created_at: createdAt(),
    finished_at: moment(),
  },
  (table) => [index('releases_created').on(table.created_at)],
);

/** Old addresses and where they lead now. */
export const redirects = app.table('redirects', {
  from_path: text().primaryKey(),
  to_path: text().notNull(),
  created_at: createdAt(),
});

/** Settings the owner changes in the admin area, by name. */
export const settings = app.table('settings', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: createdAt(),
});
