import { eq } from 'drizzle-orm';
import { Refusal } from '../errors.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { Platform } from '../platform.ts';
import { passwordGuesses } from './account.limits.ts';
import { passwordChangedMail } from './account.mails.ts';
import { users } from './account.tables.ts';
import { refuseCommon } from './common.ts';
import { fitsPassword, hashPassword } from './passwords.ts';
import { endSessions, type SessionUser } from './sessions.service.ts';

/** CONTRACT.md 2: so long after signing in nobody is asked for the password again. */
const freshly = 600_000;

/** Stores a phone number, E.164. */
export async function updatePhone({ db }: Platform, userId: string, phone_number: string): Promise<void> {
  await db.update(users).set({ phone_number }).where(eq(users.id, userId));
}

/**
 * Whether it is still the person who signed in: the current password, or a sign-in of the last 10 minutes where none is
 * given. Throws `wrong_password` or `reauthentication_required`.
 */
export async function proveAgain(
  { clock, limits }: Platform,
  { user, authenticatedAt }: SessionUser,
  current: string | undefined,
): Promise<void> {
  if (!current) {
    if (clock().getTime() - authenticatedAt.getTime() <= freshly) return;
    throw new Refusal('reauthentication_required');
  }
  await limits.take(passwordGuesses, user.id);
  if (!(await fitsPassword(user.password_hash, current))) throw new Refusal('wrong_password');
  await limits.clear(passwordGuesses, user.id);
}

/** Sets a new password, ends the other sessions, mails a notice. Throws like `proveAgain`; 422 for a common one. */
export async function changePassword(
  platform: Platform,
  session: SessionUser,
  { password, current_password }: { password: string; current_password?: string },
): Promise<void> {
  await refuseCommon(password, 'password');
  await proveAgain(platform, session, current_password);
  const { user } = session;
  const password_hash = await hashPassword(password);
  await platform.db.transaction(async (tx) => {
    await tx.update(users).set({ password_hash }).where(eq(users.id, user.id));
    await endSessions(tx, user.id, session.id);
    await queueMail(tx, passwordChangedMail(user.email, platform.env.siteUrl, user.name));
  });
  platform.changes.tell('mail');
}
