import { index, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account.tables.ts';
import { app, createdAt, id } from '../db/columns.ts';

/** Who changed what; `before` and `after` without personal fields. */
export const auditLog = app.table(
  'audit_log',
  {
    id: id(),
    at: createdAt(),
    actor_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: text(),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [index('audit_log_at').on(table.at)],
);
