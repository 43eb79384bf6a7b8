import { sql } from 'drizzle-orm';
import { check, index, primaryKey, text } from 'drizzle-orm/pg-core';
import { app, createdAt } from '../db/columns.ts';

/** Notices that went out, each once. What is to come is worked out from events and orders as they are now. */
export const sentNotices = app.table(
  'sent_notices',
  {
    kind: text({ enum: ['payment_warning', 'reminder', 'thanks', 'decision'] }).notNull(),
    /** A product's id; the code of the checkout for `payment_warning`. */
    subject: text().notNull(),
    /** Keyed hash of an address; blank where the subject alone says who it goes to. */
    recipient: text().notNull().default(''),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subject, table.recipient] }),
    check('sent_notices_kind', sql`${table.kind} in ('payment_warning', 'reminder', 'thanks', 'decision')`),
    index('sent_notices_created').on(table.created_at),
  ],
);
