import { computed } from 'nanostores';
import { $session } from '../account/session.store.ts';

/**
 * Who is at the admin area. `ended`: an admin whose session is over; the screen stays, a sign-in dialog covers it.
 * `guest` and `other` (a user without the role) are sent away.
 */
type Access = 'loading' | 'admin' | 'ended' | 'guest' | 'other';

/** E-mail of the last admin, filled in when they have to sign in again. */
let adminEmail: string | undefined;

export const $access = computed($session, (session): Access => {
  if (session.state === 'user') {
    if (session.user.role !== 'admin') return 'other';
    adminEmail = session.user.email;
    return 'admin';
  }
  if (session.state === 'loading') return adminEmail ? 'admin' : 'loading';
  return adminEmail ? 'ended' : 'guest';
});

export const lastAdminEmail = (): string => adminEmail ?? '';

/** Resolves when an admin is signed in; never for other users, who are sent away. */
export function untilAdminSignsIn(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $session.subscribe((session) => {
      if (session.state !== 'user' || session.user.role !== 'admin') return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
