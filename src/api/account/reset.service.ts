import { randomInt } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { PasswordReset } from '../../contract/account.ts';
import { joinName } from '../../shared/names.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { queueNothing, topicOf } from '../mail/outbox.service.ts';
import { mutate } from '../mutation.ts';
import { recordSecurityEvent } from '../security/security.service.ts';
import { resetRequestLimits, signInLimits, wrongCodeLimits } from './account.limits.ts';
import { passwordChangedMail, resetCodeMail } from './account.mails.ts';
import { resetCodes, users } from './account.tables.ts';
import { endRegistrations } from './activate.service.ts';
import type { Caller } from './caller.ts';
import { rememberDevice } from './devices.service.ts';
import { hashPassword, rejectCommonPassword } from './passwords.ts';
import { endSessions, hashToken, newToken } from './sessions.service.ts';

const codeLifetimeMs = 180_000;
const verifiedLifetimeMs = 600_000;
const maxTries = 5;

/** A code as somebody typed it; `handle` names the request that mailed it. */
type TypedCode = Pick<PasswordReset, 'email' | 'otp' | 'handle'>;
type CodeRow = typeof resetCodes.$inferSelect;

const markEmail = ({ encryption }: AppContext, email: string) => encryption.fingerprint(`reset ${email}`);
const hashCode = ({ encryption }: AppContext, email: string, code: string) =>
  encryption.fingerprint(`reset ${email} code ${code}`);

/**
 * Mails a new code, which replaces the one asked for from the same network, and returns the handle of this request. For
 * an unknown address a code is stored too, but not mailed.
 */
export async function requestResetCode(ctx: AppContext, email: string, { networks }: Caller): Promise<string> {
  await ctx.limits.consumeAll(resetRequestLimits(email, networks));
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const handle = newToken();
  await mutate(ctx, null, async ({ tx, now, sendMail, emit }) => {
    const isKnown = and(eq(users.email, email), isNull(users.deactivated_at));
    const [user] = await tx.select({ id: users.id }).from(users).where(isKnown);
    const values = {
      user_id: user?.id ?? null,
      handle_hash: hashToken(handle),
      code_hash: hashCode(ctx, email, code),
      tries: 0,
      open_tries: 0,
      expires_at: new Date(now.getTime() + codeLifetimeMs),
      verified_at: null,
    };
    const email_mark = markEmail(ctx, email);
    await tx
      .insert(resetCodes)
      .values({ email_mark, network_mark: ctx.encryption.fingerprint(`reset from ${networks[0]}`), ...values })
      .onConflictDoUpdate({ target: [resetCodes.email_mark, resetCodes.network_mark], set: values });
    // The same work for unknown addresses, so that timing does not reveal them.
    const mail = resetCodeMail(email, code, values.expires_at);
    await (user ? sendMail(mail) : queueNothing(tx, mail.kind));
    emit(topicOf(mail));
  });
  return handle;
}

/** Verifies a code: then it sets a new password, and the caller is known to the account. Throws `otp_invalid`. */
export async function verifyResetCode(ctx: AppContext, typed: TypedCode, caller: Caller): Promise<void> {
  await matchCode(ctx, typed, caller, async (tx, row, now) => {
    if (row.user_id) await rememberDevice(tx, ctx, { id: row.user_id, email: typed.email }, caller, 'mailed code', now);
    if (row.verified_at) return;
    const expires_at = new Date(now.getTime() + verifiedLifetimeMs);
    await tx.update(resetCodes).set({ verified_at: now, expires_at }).where(eq(resetCodes.id, row.id));
  });
}

/**
 * Sets a new password with a verified code, once even under parallel calls, and ends all sessions and codes. Also
 * activates an account that waits for it: the code proved that the mailbox is theirs. Throws `otp_invalid`.
 */
export async function resetPassword(
  ctx: AppContext,
  { newPassword, ...typed }: PasswordReset,
  caller: Caller,
): Promise<void> {
  const { env, limits } = ctx;
  await rejectCommonPassword(newPassword, 'newPassword');
  const code = await matchCode(ctx, typed, caller, async () => {});
  // Spares the costly hash; the delete below decides.
  if (!code.verified_at || !code.user_id) throw new ApiError('otp_invalid');
  const password_hash = await hashPassword(newPassword);
  await mutate(ctx, null, async (mutation) => {
    const { tx, now, sendMail } = mutation;
    const isVerified = and(eq(resetCodes.id, code.id), gt(resetCodes.expires_at, now), lt(resetCodes.tries, maxTries));
    const [used] = await tx
      .delete(resetCodes)
      .where(and(isVerified, eq(resetCodes.code_hash, code.code_hash), isNotNull(resetCodes.verified_at)))
      .returning();
    if (!used?.user_id) throw new ApiError('otp_invalid');
    const [user] = await tx
      .update(users)
      .set({ password_hash, activated_at: sql`coalesce(${users.activated_at}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(users.id, used.user_id), isNull(users.deactivated_at)))
      .returning();
    if (!user) throw new ApiError('otp_invalid');
    await endRegistrations(tx, user.id, now);
    await tx.delete(resetCodes).where(eq(resetCodes.user_id, user.id));
    await endSessions(tx, user.id);
    await rememberDevice(tx, ctx, user, caller, 'mailed code', now);
    await recordSecurityEvent(ctx, mutation, { kind: 'password_reset', userId: user.id, caller });
    await sendMail(passwordChangedMail(user.email, env.siteUrl, joinName(user)));
  });
  // Otherwise the failed sign-ins before the reset would keep the user locked out after it.
  await limits.resetAndRefund(signInLimits(typed.email, caller.networks).pair, []);
}

/**
 * Runs `onMatch` with the code that was typed, in the transaction that found it. A wrong one is counted for its network
 * and its handle, and parallel guesses get no more than `maxTries` together. Throws `otp_invalid`.
 */
async function matchCode(
  ctx: AppContext,
  typed: TypedCode,
  { networks }: Caller,
  onMatch: (tx: Database, row: CodeRow, now: Date) => Promise<void>,
): Promise<CodeRow> {
  const wrongCodes = wrongCodeLimits(networks);
  await ctx.limits.consumeAll(wrongCodes);
  const row = await mutate(ctx, null, async ({ tx, now }) => {
    const found = await findCode(ctx, tx, typed, now);
    if (found) await onMatch(tx, found, now);
    return found;
  });
  // Thrown after the commit: the wrong try stays counted.
  if (!row) throw new ApiError('otp_invalid');
  await ctx.limits.resetAndRefund([], wrongCodes);
  return row;
}

/**
 * Finds the typed code among the address's codes, locked, or counts a wrong try: at the handle's own code, and without
 * a handle that was given out at all of them, apart from the tries of handles.
 */
async function findCode(
  ctx: AppContext,
  tx: Database,
  { email, otp, handle }: TypedCode,
  now: Date,
): Promise<CodeRow | undefined> {
  const rows = await tx
    .select()
    .from(resetCodes)
    .where(and(eq(resetCodes.email_mark, markEmail(ctx, email)), gt(resetCodes.expires_at, now)))
    .orderBy(asc(resetCodes.id))
    .for('update');
  const own = handle ? rows.find((row) => row.handle_hash === hashToken(handle)) : undefined;
  const candidates = (own ? [own] : rows).filter((row) => row.tries < maxTries && (own || row.open_tries < maxTries));
  const typedHash = hashCode(ctx, email, otp);
  const match = candidates.find((row) => row.code_hash === typedHash);
  if (match || !candidates.length) return match;
  const counted = own ? { tries: sql`${resetCodes.tries} + 1` } : { open_tries: sql`${resetCodes.open_tries} + 1` };
  const ids = candidates.map((row) => row.id);
  await tx.update(resetCodes).set(counted).where(inArray(resetCodes.id, ids));
  return undefined;
}
