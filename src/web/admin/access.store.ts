import { computed } from 'nanostores';
import { $session, signIn } from '../account/session.store.ts';

/**
 * What the admin area shows: nothing while the session loads, itself to an admin, the way out to a guest and to
 * everybody else (SPEC.md 2). `ended` is an admin whose session is over: the screen stays, a sign-in stands over it.
 */
export type Access = 'loading' | 'admin' | 'ended' | 'guest' | 'other';

/** E-mail of the admin who came in here, to offer it when they have to sign in again. */
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

/** Signs in over the screen that stands. Throws CallError. */
export const signInAgain = (email: string, password: string) => signIn({ email, password });

/** Resolves when an admin is signed in (again); never for somebody else, who is led out. */
export function untilAdminSignsIn(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $session.subscribe((session) => {
      if (session.state !== 'user' || session.user.role !== 'admin') return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
