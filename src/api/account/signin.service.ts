import { eq } from 'drizzle-orm';
import type { User } from '../../contract/account.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { signInTakes } from './account.limits.ts';
import { users } from './account.tables.ts';
import { fitsNow, inTurn } from './passwords.ts';
import { openSession } from './sessions.service.ts';
import { toUser, type UserRow } from './users.ts';

/** Who signs in from where. */
export interface SignIn {
  email: string;
  password: string;
  ip: string;
  device: string;
  /** Ends when the caller went away. */
  signal: AbortSignal;
}

/**
 * Opens a session. Throws `bad_credentials` in the same time for known and unknown addresses, `not_activated` and
 * `deactivated` only to whoever knows the password, `too_many_requests` after too many failures.
 */
export async function signIn(ctx: AppContext, attempt: SignIn): Promise<{ token: string; user: User }> {
  const { db, clock } = ctx;
  const user = await inTurn(() => prove(ctx, attempt));
  if (!user.activated_at) throw new ApiError('not_activated');
  if (user.deactivated_at) throw new ApiError('deactivated');
  return { token: await openSession(db, user.id, attempt.device, clock()), user: toUser(user) };
}

/**
 * Whose password it is. Counted as a failure before it is known to be none, so that parallel guesses are not more
 * guesses; and in turn, so that right ones at the same moment are never enough to close the door on each other.
 */
async function prove({ db, limits }: AppContext, { email, password, ip, signal }: SignIn): Promise<UserRow> {
  // Nobody waits for the answer any more: no work for it, so that a crowd that gave up costs nothing.
  if (signal.aborted) throw new ApiError('bad_credentials');
  const takes = signInTakes(email, ip);
  await limits.consumeAll(takes);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!(await fitsNow(user?.password_hash, password)) || !user) throw new ApiError('bad_credentials');
  await limits.resetAndRefund(...takes);
  return user;
}
