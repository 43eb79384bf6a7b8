import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type PasswordChange, type User, user as userSchema } from '../../contract/account.ts';
import { fold } from '../../shared/fold.ts';
import { joinName } from '../../shared/names.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { recordSecurityEvent } from '../security/security.service.ts';
import { passwordChangeLimit, passwordLimit } from './account.limits.ts';
import { passwordChangedMail } from './account.mails.ts';
import { resetCodes, type UserRow, users } from './account.tables.ts';
import type { Caller } from './caller.ts';
import { hashPassword, rejectCommonPassword, verifyPassword } from './passwords.ts';
import { endSessions, hasSession, type SessionUser } from './sessions.service.ts';

/** Within this time after a sign-in the password is not asked for again. */
const recentSignInMs = 600_000;

/** A row as the contract shows it, without password and linked identity. */
export const toUser = (row: UserRow): User =>
  userSchema.parse({
    ...row,
    created_at: row.created_at.toISOString(),
    deactivated_at: row.deactivated_at?.toISOString() ?? null,
  });

/** The folded text that the admin's user search looks through. */
export const toSearchText = ({ name, surname, email }: { name: string; surname: string; email: string }): string =>
  fold(`${name} ${surname} ${email}`);

/** Changes the caller's account. Throws `unauthenticated` where it was erased meanwhile. */
export async function updateOwnAccount(tx: Database, userId: string, values: Partial<UserRow>): Promise<void> {
  const changed = await tx.update(users).set(values).where(eq(users.id, userId)).returning({ id: users.id });
  if (!changed.length) throw new ApiError('unauthenticated');
}

/** Stores a phone number in E.164. */
export const updatePhone = (ctx: AppContext, userId: string, phone_number: string): Promise<void> =>
  mutate(ctx, userId, ({ tx }) => updateOwnAccount(tx, userId, { phone_number }));

/**
 * Confirms that the person who signed in still uses the session: by the current password or, without one, by a recent
 * sign-in. Throws `wrong_password` or `reauthentication_required`.
 */
export async function reauthenticate(
  { clock, limits }: AppContext,
  { user, authenticatedAt }: SessionUser,
  current_password: string | undefined,
): Promise<void> {
  if (!current_password) {
    if (clock().getTime() - authenticatedAt.getTime() <= recentSignInMs) return;
    throw new ApiError('reauthentication_required');
  }
  await limits.consume(passwordLimit, user.id);
  if (!(await verifyPassword(user.password_hash, current_password))) throw new ApiError('wrong_password');
  await limits.reset(passwordLimit, user.id);
}

/** Sets a new password, ends other sessions and mails a notice. Throws like `reauthenticate`; 422 for a common one. */
export async function changePassword(
  ctx: AppContext,
  session: SessionUser,
  { password, current_password }: PasswordChange,
  caller: Caller,
): Promise<void> {
  await rejectCommonPassword(password, 'password');
  await ctx.limits.consume(passwordChangeLimit, session.user.id);
  await reauthenticate(ctx, session, current_password);
  const { user } = session;
  const password_hash = await hashPassword(password);
  await mutate(ctx, user.id, async (mutation) => {
    const { tx, sendMail } = mutation;
    await tx.update(users).set({ password_hash }).where(eq(users.id, user.id));
    // Under the lock of the account: a reset that came first has ended the session, whoever has it.
    if (!(await hasSession(tx, session.id))) throw new ApiError('unauthenticated');
    await tx.delete(resetCodes).where(eq(resetCodes.user_id, user.id));
    await endSessions(tx, user.id, session.id);
    await recordSecurityEvent(ctx, mutation, { kind: 'password_changed', userId: user.id, caller });
    await sendMail(passwordChangedMail(user.email, ctx.env.siteUrl, joinName(user)));
  });
}

/** Name and address of an account that can sign in; undefined for every other. */
export async function readActiveUser(db: Database, id: string): Promise<{ name: string; email: string } | undefined> {
  const isActive = and(eq(users.id, id), isNotNull(users.activated_at), isNull(users.deactivated_at));
  const [user] = await db.select({ name: users.name, email: users.email }).from(users).where(isActive);
  return user;
}
