import { randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { PasswordReset } from '../../contract/account.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { queueNothing } from '../mail/outbox.service.ts';
import { mutate } from '../mutation.ts';
import { resetCodeLimits, signInLimits } from './account.limits.ts';
import { passwordChangedMail, resetCodeMail } from './account.mails.ts';
import { activationLinks, resetCodes, users } from './account.tables.ts';
import { hashPassword, rejectCommonPassword } from './passwords.ts';
import { endSessions } from './sessions.service.ts';

const codeLifetimeMs = 180_000;
const verifiedLifetimeMs = 600_000;
const maxTries = 5;

const hashCode = (email: string, code: string) => sha256(`${email} ${code}`);

const isValid = (email: string, now: Date) =>
  and(eq(resetCodes.email, email), lt(resetCodes.tries, maxTries), gt(resetCodes.expires_at, now));

/** Mails a new code, which replaces the old one. For an unknown address a code is stored too, but not mailed. */
export async function requestResetCode(ctx: AppContext, email: string): Promise<void> {
  await ctx.limits.consumeAll(resetCodeLimits(email));
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await mutate(ctx, null, async ({ tx, now, sendMail, emit }) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deactivated_at)));
    const values = {
      user_id: user?.id ?? null,
      code_hash: hashCode(email, code),
      tries: 0,
      expires_at: new Date(now.getTime() + codeLifetimeMs),
      verified_at: null,
    };
    await tx
      .insert(resetCodes)
      .values({ email, ...values })
      .onConflictDoUpdate({ target: resetCodes.email, set: values });
    // The same work for unknown addresses, so that timing does not reveal them.
    const mail = resetCodeMail(email, code);
    await (user ? sendMail(mail) : queueNothing(tx, mail.kind));
    emit('mail');
  });
}

/**
 * Verifies a code, and counts a wrong one, in one statement: parallel guesses get no more than `maxTries` together.
 * Throws `otp_invalid`.
 */
export async function verifyResetCode(ctx: AppContext, email: string, code: string): Promise<void> {
  const isVerified = await mutate(ctx, null, async ({ tx, now }) => {
    const matches = sql<boolean>`${resetCodes.code_hash} = ${hashCode(email, code)}`;
    const isFirst = sql`${matches} and ${resetCodes.verified_at} is null`;
    const until = new Date(now.getTime() + verifiedLifetimeMs);
    const [row] = await tx
      .update(resetCodes)
      .set({
        tries: sql`case when ${matches} then ${resetCodes.tries} else ${resetCodes.tries} + 1 end`,
        verified_at: sql`case when ${isFirst} then ${now.toISOString()}::timestamptz else ${resetCodes.verified_at} end`,
        expires_at: sql`case when ${isFirst} then ${until.toISOString()}::timestamptz else ${resetCodes.expires_at} end`,
      })
      .where(isValid(email, now))
      .returning({ matches });
    return row?.matches;
  });
  // Thrown after the commit: the wrong try stays counted.
  if (!isVerified) throw new ApiError('otp_invalid');
}

/**
 * Sets a new password with a verified code, once even under parallel calls, and ends all sessions. Also activates an
 * account that waits for it: the code proved that the mailbox is theirs. Throws `otp_invalid`.
 */
export async function resetPassword(
  ctx: AppContext,
  { email, otp, newPassword }: PasswordReset,
  ip: string,
): Promise<void> {
  const { db, clock, env, limits } = ctx;
  await rejectCommonPassword(newPassword, 'newPassword');
  const isVerified = and(
    isValid(email, clock()),
    eq(resetCodes.code_hash, hashCode(email, otp)),
    isNotNull(resetCodes.verified_at),
    isNotNull(resetCodes.user_id),
  );
  // Spares the costly hash; the delete below decides.
  if (!(await db.$count(resetCodes, isVerified))) {
    await countWrongTry(ctx, email, otp);
    throw new ApiError('otp_invalid');
  }
  const password_hash = await hashPassword(newPassword);
  await mutate(ctx, null, async ({ tx, now, sendMail }) => {
    const [used] = await tx.delete(resetCodes).where(isVerified).returning();
    if (!used?.user_id) throw new ApiError('otp_invalid');
    const [user] = await tx
      .update(users)
      .set({ password_hash, activated_at: sql`coalesce(${users.activated_at}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(users.id, used.user_id), isNull(users.deactivated_at)))
      .returning();
    if (!user) throw new ApiError('otp_invalid');
    await tx.delete(activationLinks).where(eq(activationLinks.user_id, user.id));
    await endSessions(tx, user.id);
    await sendMail(passwordChangedMail(user.email, env.siteUrl, user.name));
  });
  // Otherwise the failed sign-ins before the reset would keep the user locked out after it.
  await limits.reset(...signInLimits(email, ip)[0]);
}

const countWrongTry = (ctx: AppContext, email: string, code: string): Promise<void> =>
  mutate(ctx, null, async ({ tx, now }) => {
    await tx
      .update(resetCodes)
      .set({ tries: sql`${resetCodes.tries} + 1` })
      .where(and(isValid(email, now), ne(resetCodes.code_hash, hashCode(email, code))));
  });
