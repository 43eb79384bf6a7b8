import { isNull, sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';
import type { RateShare } from './vat.ts';

/** Money that came for a checkout. A payment is never deleted; a wrong one is voided. */
export const payments = app.table(
  'payments',
  {
    id: id(),
    /** Code of the checkout. */
    code: text().notNull(),
    amount_kurus: integer().notNull(),
    /** What the buyer was charged; more than `amount_kurus` where a card was paid in instalments. */
    charged_kurus: integer().notNull(),
    /** The amount by VAT rate as it was booked, for the accountant: what is cancelled later does not move it. */
    vat_shares: jsonb().$type<RateShare[]>().notNull().default([]),
    method: text({ enum: ['transfer', 'onsite', 'card', 'manual'] }).notNull(),
    /** The card service; null for any other way. */
    provider: text(),
    /** Number of a receipt or of the card service. */
    external_ref: text(),
    /** The line whose status an admin set to paid; null for a payment of the whole checkout. */
    order_id: uuid(),
    /** Day in Istanbul. */
    received_on: date({ mode: 'string' }).notNull(),
    note: text(),
    /** Salted hash of the bank statement's row, so that it is recorded once. */
    fingerprint: text().unique(),
    created_at: createdAt(),
    voided_at: moment(),
  },
  (table) => [
    check('payments_amount', sql`${table.amount_kurus} > 0`),
    index('payments_code').on(table.code),
    index('payments_received').on(table.received_on),
    uniqueIndex('payments_external_ref').on(table.external_ref).where(isNull(table.voided_at)),
  ],
);

/** Money to be paid back: a task until it is done. */
export const refunds = app.table(
  'refunds',
  {
    id: id(),
    code: text().notNull(),
    amount_kurus: integer().notNull(),
    /** The amount by VAT rate, as in `payments`. */
    vat_shares: jsonb().$type<RateShare[]>().notNull().default([]),
    state: text({ enum: ['asked', 'sent', 'done', 'void'] })
      .notNull()
      .default('asked'),
    reason: text().notNull(),
    /** What keeps a refund from being paid, in words; null where nothing does. */
    problem: text(),
    /** The line it pays back, cancelled whole or in part; null for any other reason. */
    order_id: uuid(),
    /** How many seats of a line that stands it pays back; null where the whole line was cancelled. */
    seats: integer(),
    /** The payment it pays back, whole or in part, where it is a certain one. */
    payment_id: uuid(),
    /** Until when the process that claimed it alone may tell the card service. */
    claimed_until: moment(),
    /** When the card service was told without an answer; null if the outcome is known. */
    unheard_at: moment(),
    /** False where the refund leaves the checkout paid: what it pays back is not owed again. */
    reduces_paid: boolean().notNull(),
    due_at: moment().notNull(),
    created_at: createdAt(),
    done_at: moment(),
  },
  (table) => [
    check('refunds_amount', sql`${table.amount_kurus} > 0`),
    check('refunds_state', sql`${table.state} in ('asked', 'sent', 'done', 'void')`),
    index('refunds_code').on(table.code),
    index('refunds_due').on(table.due_at),
  ],
);

/** How buyers pay, one row: a `PaymentSettings` of contract/payments.ts. */
export const paymentSettings = app.table('payment_settings', {
  id: integer().primaryKey().default(1),
  value: jsonb().notNull(),
  updated_at: createdAt(),
  /** When holder, IBAN or bank last changed. */
  bank_changed_at: moment(),
  /** IBANs that buyers were shown before: a page that shows one fails its release. */
  former_ibans: text().array().notNull().default([]),
  /** Salt of the fingerprints of bank statements, for ever the same. */
  salt: text().notNull(),
});
