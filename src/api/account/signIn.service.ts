import { eq, sql } from 'drizzle-orm';
import type { Credentials, User } from '../../contract/account.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { LimitCheck } from '../limits/limits.service.ts';
import { mutate } from '../mutation.ts';
import { hasSecondFactor, isSignInCode } from '../secondFactor/secondFactor.service.ts';
import { recordSecurityEvent } from '../security/security.service.ts';
import { signInLimits } from './account.limits.ts';
import { activationLinks, type UserRow, users } from './account.tables.ts';
import { keepPassword } from './accountLocks.service.ts';
import { beginSession } from './beginSession.service.ts';
import type { Caller } from './caller.ts';
import { isKnownDevice } from './devices.service.ts';
import { limitConcurrency, verifyPasswordUnqueued } from './passwords.ts';

/** The password of the newest registration that waits for its link, in the query that reads the account. */
const newestPasswordHash = sql<string | null>`(
  select link.password_hash from ${activationLinks} link
  where link.user_id = ${users}.id and ${users}.activated_at is null
  order by link.created_at desc limit 1)`;

/** Failures of an address per hour that are not recorded, because people mistype. */
const unrecordedFailures = 3;

interface SignInAttempt extends Credentials {
  caller: Caller;
  /** Aborted when the caller went away. */
  signal: AbortSignal;
}

/**
 * Opens a session. Throws `bad_credentials` in the same time for known and unknown addresses, `not_activated` and
 * `deactivated`, `otp_required` and `otp_wrong` only with the right password, `too_many_requests` after many failures.
 */
export async function signIn(ctx: AppContext, attempt: SignInAttempt): Promise<{ token: string; user: User }> {
  const user = await limitConcurrency(() => authenticate(ctx, attempt));
  if (!user.activated_at) throw new ApiError('not_activated');
  if (user.deactivated_at) throw new ApiError('deactivated');
  return mutate(ctx, user.id, async (mutation) => {
    // A password changed while this one was verified has ended the sessions of before: none of it begins after them.
    if (!(await keepPassword(mutation.tx, user))) throw new ApiError('bad_credentials');
    return beginSession(ctx, mutation, user, attempt.caller, 'sign_in');
  });
}

/**
 * Returns the account whose password this is. A failure is counted before the password is verified, so that parallel
 * guesses count too; because few attempts run at once, parallel correct sign-ins do not use the limit up.
 */
async function authenticate(
  ctx: AppContext,
  { email, password, otp, caller, signal }: SignInAttempt,
): Promise<UserRow> {
  const { db, limits } = ctx;
  // Callers who gave up while they queued cost no hash.
  if (signal.aborted) throw new ApiError('bad_credentials');
  const checks = signInLimits(email, caller.networks);
  const { pair, network, account } = checks;
  const others = [...network, ...(await openAccountCheck(ctx, account, email, caller))];
  await limits.consumeAll([...pair, ...others]);
  const [found] = await db
    .select({ user: users, waitingHash: newestPasswordHash })
    .from(users)
    .where(eq(users.email, email));
  const { user, waitingHash } = found ?? {};
  const hash = user?.activated_at ? user.password_hash : waitingHash;
  if (!(await verifyPasswordUnqueued(hash, password)) || !user) {
    await recordFailure(ctx, checks, { userId: user?.id ?? null, caller, refusal: 'bad_credentials' });
    throw new ApiError('bad_credentials');
  }
  if (!otp && (await hasSecondFactor(db, user.id))) {
    // A missing code is neither failure nor success: earlier failures keep counting.
    await limits.resetAndRefund([], [...pair, ...others]);
    throw new ApiError('otp_required');
  }
  if (!(await isSignInCode(ctx, user.id, caller, otp))) {
    await recordFailure(ctx, checks, { userId: user.id, caller, refusal: 'otp_wrong' });
    throw new ApiError('otp_wrong', {}, { status: 401 });
  }
  await limits.resetAndRefund(pair, others);
  return user;
}

/**
 * Records a failure past the third of an hour, and that it was the last one before sign-in closes: for the account and
 * network, or for the network altogether. The same work for known and unknown addresses.
 */
async function recordFailure(
  ctx: AppContext,
  { pair, network, account }: ReturnType<typeof signInLimits>,
  failure: { userId: string | null; caller: Caller; refusal: ErrorCode },
): Promise<void> {
  const [ofAccount, ofPair, ofNetwork] = await ctx.limits.read([account, ...pair.slice(0, 1), ...network.slice(0, 1)]);
  // As a change of the account's, so that one that is erased meanwhile is answered 401.
  await mutate(ctx, failure.userId, async (mutation) => {
    if ((ofAccount?.points ?? 0) > unrecordedFailures)
      await recordSecurityEvent(ctx, mutation, { kind: 'sign_in_failed', ...failure });
    const locked = { kind: 'locked', caller: failure.caller, refusal: 'too_many_requests' } as const;
    if (ofAccount?.isUsedUp || ofPair?.isUsedUp)
      await recordSecurityEvent(ctx, mutation, { ...locked, userId: failure.userId });
    if (ofNetwork?.isUsedUp) await recordSecurityEvent(ctx, mutation, { ...locked, userId: null });
  });
}

/**
 * The check of the account's failures over all networks; none once they are used up, for a caller whom the account
 * knows: strangers' failures lock nobody out. Throws `too_many_requests` for everybody else.
 */
async function openAccountCheck(
  ctx: AppContext,
  account: LimitCheck,
  email: string,
  caller: Caller,
): Promise<LimitCheck[]> {
  try {
    await ctx.limits.check(...account);
    return [account];
  } catch (error) {
    if (await isKnownDevice(ctx, email, caller)) return [];
    throw error;
  }
}
