import { sql } from 'drizzle-orm';
import { boolean, check, index, text } from 'drizzle-orm/pg-core';
import { app, bytes, createdAt, id, moment } from '../db/columns.ts';

/** Messages of the two forms. Whatever names the person or tells their story is inside `sealed`. */
export const enquiries = app.table(
  'enquiries',
  {
    id: id(),
    form_type: text({ enum: ['consulting', 'coaching'] }).notNull(),
    /** `EncryptedFields` as JSON, AES-256-GCM. */
    sealed: bytes().notNull(),
    /** HMAC of the folded e-mail, to find all messages of an address without decrypting any. */
    email_mark: text().notNull(),
    /** HMAC of the whole message, to recognise a double click. */
    content_mark: text().notNull(),
    consent_version: text().notNull(),
    consent_hash: text().notNull(),
    consented_at: moment().notNull(),
    is_read: boolean().notNull().default(false),
    answered_at: moment(),
    /** The admins' private note as JSON, AES-256-GCM. */
    note: bytes(),
    created_at: createdAt(),
    /** When it was moved to the trash. */
    deleted_at: moment(),
  },
  (table) => [
    check('enquiries_form_type', sql`${table.form_type} in ('consulting', 'coaching')`),
    index('enquiries_created').on(table.form_type, table.created_at),
    index('enquiries_email').on(table.email_mark),
    index('enquiries_content').on(table.content_mark),
  ],
);
