import { type User, user } from '../../contract/account.ts';
import { fold } from '../../shared/fold.ts';
import type { users } from './account.tables.ts';

export type UserRow = typeof users.$inferSelect;

/** A user as the contract shows it: nothing of the password, no linked identity. */
export const toUser = (row: UserRow): User =>
  user.parse({
    ...row,
    created_at: row.created_at.toISOString(),
    deactivated_at: row.deactivated_at?.toISOString() ?? null,
  });

/** What the admin's user search looks through. */
export const searchOf = ({ name, surname, email }: { name: string; surname: string; email: string }): string =>
  fold(`${name} ${surname} ${email}`);
