import { isNotNull } from 'drizzle-orm';
import { index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

/** Mails to send, written in the transaction of what caused them; emptied once sent. */
export const mails = app.table(
  'mails',
  {
    id: id(),
    /** Which template, for logs: an address never is in them. */
    kind: text().notNull(),
    /** The whole mail as JSON (mail.service.ts `Mail`); null once sent or given up. */
    content: jsonb(),
    created_at: createdAt(),
    attempts: integer().notNull().default(0),
    next_attempt_at: createdAt(),
    sent_at: moment(),
    last_error: text(),
  },
  // As the sender asks for them: a rush leaves thousands that are due at one moment, and sent ones stay for weeks.
  (table) => [index('mails_due').on(table.next_attempt_at, table.created_at).where(isNotNull(table.content))],
);
