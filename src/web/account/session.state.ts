import { atom } from 'nanostores';
import type { User } from '../../contract/account.ts';
import { writeToken } from '../token.ts';

/** Who uses this browser. `loading` until the server said whose the stored token is. */
export type Session = { state: 'loading' } | { state: 'guest' } | { state: 'user'; user: User };

/**
 * Components read it with `useStore($session, { ssr: 'initial' })`, so that they hydrate as they were rendered.
 * A listener that a sign-in has to wait for does its work in a `task` of nanostores.
 */
export const $session = atom<Session>({ state: 'loading' });

/** Forgets the token and makes the person a guest. */
export function dropSession(): void {
  writeToken(null);
  $session.set({ state: 'guest' });
}
