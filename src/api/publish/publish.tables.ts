import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

/** Every change of content that pages show, by room. A release notes the latest one it shows. */
export const contentChanges = app.table('content_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  room: text({ enum: ['catalog', 'consulting', 'gallery', 'blog', 'site', 'content'] }).notNull(),
  /** Id of what changed; null if it is more than one thing. */
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
    /** Latest content change it shows. */
    change_id: bigint({ mode: 'number' }).notNull(),
    /** Which revisions of the words it shows; null for releases of an older product. */
    content: jsonb(),
    /** Fingerprint of the site's code that rendered it; null if a static host builds it. */
    code: text(),
    pages: integer(),
    /** Pages rendered so far; the others are linked from the release before. */
    rendered: integer(),
    /** Why it failed, in the words shown to the admin. */
    error: text(),
    /** The deploy hook's answer. */
    answer: text(),
    created_at: createdAt(),
    finished_at: moment(),
  },
  (table) => [
    index('releases_created').on(table.created_at),
    uniqueIndex('releases_one_live').on(table.state).where(sql`${table.state} = 'live'`),
  ],
);

/** One row: the publish request that waits, and the setting. */
export const publishing = app.table(
  'publishing',
  {
    id: boolean().primaryKey().default(true),
    /** When somebody asked for a release that has not been made yet. */
    requested_at: moment(),
    /** Whether changes are published after a quiet minute. */
    automatic: boolean().notNull().default(true),
    /** When somebody last went back to an earlier release: attempts before are neither shown nor tried again. */
    restored_at: moment(),
  },
  (table) => [check('publishing_one_row', sql`${table.id}`)],
);
