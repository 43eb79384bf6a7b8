import { index, jsonb, primaryKey, text } from 'drizzle-orm/pg-core';
import { ofAccount } from '../account/account.tables.ts';
import { app, createdAt } from '../db/columns.ts';

/** Replies to successful requests, kept 24 hours for those that are repeated. Of a checkout it names participants. */
export const idempotencyKeys = app.table(
  'idempotency_keys',
  {
    user_id: ofAccount(),
    key: text().notNull(),
    /** SHA-256 of the request body as canonical JSON. */
    body_hash: text().notNull(),
    reply: jsonb().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index('idempotency_keys_created').on(table.created_at),
  ],
);
