import { eq, sql } from 'drizzle-orm';
import type { Credentials, User } from '../../contract/account.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { checkSignInCode, hasSecondFactor } from '../secondFactor/secondFactor.service.ts';
import { signInLimits } from './account.limits.ts';
import { toUser } from './account.service.ts';
import { activationLinks, type UserRow, users } from './account.tables.ts';
import { limitConcurrency, verifyPasswordUnqueued } from './passwords.ts';
import { openSession } from './sessions.service.ts';

/** The password of the newest registration that waits for its link, in the query that reads the account. */
const newestPasswordHash = sql<string | null>`(
  select link.password_hash from ${activationLinks} link
  where link.user_id = ${users}.id and ${users}.activated_at is null
  order by link.created_at desc limit 1)`;

interface SignInAttempt extends Credentials {
  ip: string;
  device: string;
  /** Aborted when the caller went away. */
  signal: AbortSignal;
}

/**
 * Opens a session. Throws `bad_credentials` in the same time for known and unknown addresses, `not_activated` and
 * `deactivated`, `otp_required` and `otp_wrong` only where the password is right, `too_many_requests` after too many failures.
 */
export async function signIn(ctx: AppContext, attempt: SignInAttempt): Promise<{ token: string; user: User }> {
  const user = await limitConcurrency(() => authenticate(ctx, attempt));
  if (!user.activated_at) throw new ApiError('not_activated');
  if (user.deactivated_at) throw new ApiError('deactivated');
  const token = await mutate(ctx, user.id, ({ tx, now }) => openSession(tx, user.id, attempt.device, now));
  return { token, user: toUser(user) };
}

/**
 * Returns the account whose password this is. A failure is counted before the password is verified, so that parallel
 * guesses count too; because few attempts run at once, parallel correct sign-ins do not use the limit up.
 */
async function authenticate(ctx: AppContext, { email, password, otp, ip, signal }: SignInAttempt): Promise<UserRow> {
  const { db, limits } = ctx;
  // Callers who gave up while they queued cost no hash.
  if (signal.aborted) throw new ApiError('bad_credentials');
  const checks = signInLimits(email, ip);
  await limits.consumeAll(checks);
  const [found] = await db
    .select({ user: users, waitingHash: newestPasswordHash })
    .from(users)
    .where(eq(users.email, email));
  const { user, waitingHash } = found ?? {};
  const hash = user?.activated_at ? user.password_hash : waitingHash;
  if (!(await verifyPasswordUnqueued(hash, password)) || !user) throw new ApiError('bad_credentials');
  if (!otp && (await hasSecondFactor(db, user.id))) {
    // Not a failure, and no success either: failures before it keep counting.
    for (const check of checks) await limits.refund(...check);
    throw new ApiError('otp_required');
  }
  await checkSignInCode(ctx, user.id, otp);
  await limits.resetAndRefund(...checks);
  return user;
}
