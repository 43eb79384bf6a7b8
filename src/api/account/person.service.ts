import type { AppContext } from '../context.ts';
import { erasePerson, exportPerson } from '../enquiries/people.service.ts';
import { proveAgain } from './profile.service.ts';
import type { SessionUser } from './sessions.service.ts';

/** Everything held about the caller. */
export const exportMyself = (ctx: AppContext, { id, user }: SessionUser): Promise<Record<string, unknown>> =>
  exportPerson(ctx, user.email, { actorId: user.id, sessionId: id });

/** Erases the caller at once. Throws like `proveAgain`, and `last_admin`. */
export async function eraseMyself(
  ctx: AppContext,
  session: SessionUser,
  current_password: string | undefined,
): Promise<void> {
  await proveAgain(ctx, session, current_password);
  await erasePerson(ctx, session.user.email, { actorId: null });
}
