import { bigint, index, text, uuid } from 'drizzle-orm/pg-core';
import { ofAccount, users } from '../account/account.tables.ts';
import { app, bytes, createdAt, id, moment } from '../db/columns.ts';

/** Secrets of authenticator apps, encrypted; a row without `enabled_at` is prepared and not yet confirmed. */
export const secondFactors = app.table('second_factors', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: bytes(),
  enabled_at: moment(),
  /** The next secret, until a code of it is confirmed. */
  pending_secret: bytes(),
  /** The last time step a code was accepted of, so that no code counts twice. */
  last_step: bigint({ mode: 'number' }).notNull().default(0),
  created_at: createdAt(),
});

/** Codes that stand in for the app once each; only their hashes are stored, encrypted. */
export const recoveryCodes = app.table(
  'recovery_codes',
  {
    id: id(),
    user_id: ofAccount(),
    /** SHA-256 of the code, encrypted; null in rows of earlier versions. */
    sealed: bytes(),
    /** Keyed hash of the code in rows of earlier versions. */
    fingerprint: text(),
  },
  (table) => [index('recovery_codes_user').on(table.user_id)],
);
