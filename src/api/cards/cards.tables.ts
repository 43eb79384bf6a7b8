import { sql } from 'drizzle-orm';
import { check, index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

/** Tries to pay a checkout by card. Nothing of the card itself is known here. */
export const cardAttempts = app.table(
  'card_attempts',
  {
    id: id(),
    /** Code of the checkout; what the service named where nobody here knows the attempt. */
    code: text().notNull(),
    provider: text({ enum: ['paytr', 'iyzico'] }).notNull(),
    /** What was open and asked for. */
    amount_kurus: integer().notNull(),
    /** What the card was charged; null until it was. */
    charged_kurus: integer(),
    /** `begun` until the service opened its page; `unknown` for a payment the service told of and nobody here began. */
    state: text({ enum: ['begun', 'open', 'paid', 'failed', 'unknown'] })
      .notNull()
      .default('begun'),
    /** The service's name for the attempt. */
    token: text().unique(),
    /** The service's number of the payment. */
    external_ref: text(),
    payment_id: uuid(),
    /** Until then the seats are not released by the clock. */
    held_until: moment(),
    /** When the service is asked next; null once it is not asked any more. */
    ask_at: moment(),
    settled_at: moment(),
    created_at: createdAt(),
  },
  (table) => [
    check('card_attempts_amount', sql`${table.amount_kurus} > 0`),
    check('card_attempts_state', sql`${table.state} in ('begun', 'open', 'paid', 'failed', 'unknown')`),
    index('card_attempts_code').on(table.code),
    index('card_attempts_ask').on(table.ask_at),
  ],
);
