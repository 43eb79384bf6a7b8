import { eq } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { queueMail } from '../mail/outbox.service.ts';
import { passwordGuesses } from './account.limits.ts';
import { passwordChangedMail } from './account.mails.ts';
import { users } from './account.tables.ts';
import { refuseCommon } from './common.ts';
import { fitsPassword, hashPassword } from './passwords.ts';
import { endSessions, type SessionUser } from './sessions.service.ts';

/** CONTRACT.md 2: so long after signing in nobody is asked for the password again. */
const freshly = 600_000;

/** Stores a phone number, E.164. */
export async function updatePhone({ db }: AppContext, userId: string, phone_number: string): Promise<void> {
  await db.update(users).set({ phone_number }).where(eq(users.id, userId));
}

/**
 * Whether it is still the person who signed in: the current password, or a sign-in of the last 10 minutes where none is
 * given. Throws `wrong_password` or `reauthentication_required`.
 */
export async function proveAgain(
  { clock, limits }: AppContext,
  { user, authenticatedAt }: SessionUser,
  current: string | undefined,
): Promise<void> {
  if (!current) {
    if (clock().getTime() - authenticatedAt.getTime() <= freshly) return;
    throw new ApiError('reauthentication_required');
  }
  await limits.consume(passwordGuesses, user.id);
  if (!(await fitsPassword(user.password_hash, current))) throw new ApiError('wrong_password');
  await limits.reset(passwordGuesses, user.id);
}

/** Sets a new password, ends the other sessions, mails a notice. Throws like `proveAgain`; 422 for a common one. */
export async function changePassword(
  ctx: AppContext,
  session: SessionUser,
  { password, current_password }: { password: string; current_password?: string },
): Promise<void> {
  await refuseCommon(password, 'password');
  await proveAgain(ctx, session, current_password);
  const { user } = session;
  const password_hash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    await tx.update(users).set({ password_hash }).where(eq(users.id, user.id));
    await endSessions(tx, user.id, session.id);
    await queueMail(tx, passwordChangedMail(user.email, ctx.env.siteUrl, user.name));
  });
  ctx.events.emit('mail');
}
