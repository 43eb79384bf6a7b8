import { eq } from 'drizzle-orm';
import type { User } from '../../contract/account.ts';
import { Refusal } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { signInTakes } from './account.limits.ts';
import { users } from './account.tables.ts';
import { fitsPassword } from './passwords.ts';
import { openSession } from './sessions.service.ts';
import { toUser } from './users.ts';

/** Who signs in from where. */
export interface SignIn {
  email: string;
  password: string;
  ip: string;
  device: string;
}

/**
 * Opens a session. Throws `bad_credentials` in the same time for known and unknown addresses, `not_activated` and
 * `deactivated` only to whoever knows the password, `too_many_requests` after too many failures.
 */
export async function signIn(
  { db, limits, clock }: Platform,
  { email, password, ip, device }: SignIn,
): Promise<{ token: string; user: User }> {
  const [perAddress, perIp] = signInTakes(email, ip);
  await limits.takeAll([perAddress, perIp]);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!(await fitsPassword(user?.password_hash, password)) || !user) throw new Refusal('bad_credentials');
  // Taken as if it failed; it did not.
  await limits.clear(...perAddress);
  await limits.giveBack(...perIp);
  if (!user.activated_at) throw new Refusal('not_activated');
  if (user.deactivated_at) throw new Refusal('deactivated');
  return { token: await openSession(db, user.id, device, clock()), user: toUser(user) };
}
