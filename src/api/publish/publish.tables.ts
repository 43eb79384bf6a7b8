import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** Fingerprint of the site's own code that rendered it; null where somebody else builds. */
    code: text(),
    pages: integer(),
    /** Pages rendered anew so far; the others are those of the release before. */
    rendered: integer(),
    /** Why it failed, to be shown. */
    error: text(),
    /** What the deploy hook answered. */
    answer: text(),
    created_at: createdAt(),
    finished_at: moment(),
  },
  (table) => [
    index('releases_created').on(table.created_at),
    uniqueIndex('releases_one_live').on(table.state).where(sql`${table.state} = 'live'`),
  ],
);

/** One row: what the owner wants of publishing. */
export const publishing = app.table(
  'publishing',
  {
    id: boolean().primaryKey().default(true),
    /** 'Yayınla' was pressed then, and has not been answered by a release yet. */
    requested_at: moment(),
    /** Publish by itself after a quiet minute. */
    automatic: boolean().notNull().default(true),
  },
  (table) => [check('publishing_one_row', sql`${table.id}`)],
);

/** Old addresses and where they lead now. */
export const redirects = app.table('redirects', {
  from_path: text().primaryKey(),
  to_path: text().notNull(),
  created_at: createdAt(),
});
