import type { User } from '../../contract/account.ts';
import { joinName } from '../../shared/names.ts';
import type { AppContext } from '../context.ts';
import type { Mutation } from '../mutation.ts';
import { recordSecurityEvent } from '../security/security.service.ts';
import { newDeviceMail } from './account.mails.ts';
import { toUser } from './account.service.ts';
import type { UserRow } from './account.tables.ts';
import type { Caller } from './caller.ts';
import { isKnownBrowser, rememberDevice } from './devices.service.ts';
import { openSession } from './sessions.service.ts';

/**
 * Signs a user in who has proven to be them: remembers the device, records the event and opens a session. An admin is
 * mailed about a browser that never signed in to the account before; `activated` is the first sign-in of a new account.
 */
export async function beginSession(
  ctx: AppContext,
  mutation: Mutation,
  user: UserRow,
  caller: Caller,
  kind: 'sign_in' | 'google_sign_in' | 'activated',
): Promise<{ token: string; user: User }> {
  const { tx, now, sendMail } = mutation;
  const isNew = kind !== 'activated' && !(await isKnownBrowser(tx, ctx, user.email, caller));
  await rememberDevice(tx, ctx, user, caller, 'device', now);
  await recordSecurityEvent(ctx, mutation, { kind, userId: user.id, caller });
  if (isNew) await recordSecurityEvent(ctx, mutation, { kind: 'new_device', userId: user.id, caller });
  if (isNew && user.role === 'admin')
    await sendMail(newDeviceMail({ name: joinName(user), email: user.email }, ctx.env.siteUrl, caller.deviceName, now));
  return { token: await openSession(tx, user.id, caller.deviceName, now), user: toUser(user) };
}
