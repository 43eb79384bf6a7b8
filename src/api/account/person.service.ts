import { erasePerson, exportPerson } from '../enquiries/people.service.ts';
import type { Platform } from '../platform.ts';
import { proveAgain } from './profile.service.ts';
import type { SessionUser } from './sessions.service.ts';

/** Everything held about the caller. */
export const exportMyself = (platform: Platform, { id, user }: SessionUser): Promise<Record<string, unknown>> =>
  exportPerson(platform, user.email, { actorId: user.id, sessionId: id });

/** Erases the caller at once. Throws like `proveAgain`, and `last_admin`. */
export async function eraseMyself(
  platform: Platform,
  session: SessionUser,
  current_password: string | undefined,
): Promise<void> {
  await proveAgain(platform, session, current_password);
  await erasePerson(platform, session.user.email, { actorId: null });
}
