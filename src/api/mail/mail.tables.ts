import { isNotNull } from 'drizzle-orm';
import { index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

/** Outbox: mails to send, written in the transaction that causes them; `content` is emptied once sent. */
export const mails = app.table(
  'mails',
  {
    id: id(),
    /** Name of the template, for logs, which never contain an address. */
    kind: text().notNull(),
    /** A `Mail` (outbox.service.ts); null once sent or given up. */
    content: jsonb(),
    created_at: createdAt(),
    attempts: integer().notNull().default(0),
    next_attempt_at: createdAt(),
    sent_at: moment(),
    last_error: text(),
  },
  // For the sender's query: a rush queues thousands of mails at once, and rows of sent ones stay for weeks.
  (table) => [index('mails_due').on(table.next_attempt_at, table.created_at).where(isNotNull(table.content))],
);
