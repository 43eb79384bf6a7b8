import { index, text, uuid } from 'drizzle-orm/pg-core';
import type { SecurityEventKind } from '../../contract/security.ts';
import { users } from '../account/account.tables.ts';
import { app, createdAt, id } from '../db/columns.ts';

/** Sign-ins, failures and changes of what protects an account; erased with the account. */
export const securityEvents = app.table(
  'security_events',
  {
    id: id(),
    at: createdAt(),
    /** Null where an address has no account. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<SecurityEventKind>().notNull(),
    /** Keyed hash of the caller's network; empty where the practice acted. */
    network_mark: text().notNull(),
    /** 'Chrome, Windows'. */
    device: text().notNull(),
    /** `done`, or the error code of the refusal. */
    outcome: text().notNull(),
  },
  (table) => [index('security_events_at').on(table.at), index('security_events_user').on(table.user_id, table.at)],
);
