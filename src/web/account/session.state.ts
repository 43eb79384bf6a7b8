import { atom } from 'nanostores';
import type { User } from '../../contract/account.ts';
import { writeToken } from '../token.ts';
import { safeLocalStorage, safeSessionStorage } from '../ui/storage.ts';
import { forgetRegistration } from './registration.ts';

/** Who uses this browser. `loading` until the server said whose the stored token is. */
export type Session = { state: 'loading' } | { state: 'guest' } | { state: 'user'; user: User };

/**
 * Components read it with `useStore($session, { ssr: 'initial' })`, so that they hydrate as they were rendered.
 * A listener that a sign-in has to wait for does its work in a `task` of nanostores.
 */
export const $session = atom<Session>({ state: 'loading' });

/** Forgets the token and makes the person a guest. What they typed stays: a session may end in the middle of it. */
export function dropSession(): void {
  writeToken(null);
  $session.set({ state: 'guest' });
}

/** Tells the other tabs that somebody left. */
export const signedOutKey = 'signed_out';

/** What a tab keeps of a person: names of participants, the account's cart, the running checkout. */
const tabKeys = ['participants', 'account_cart', 'checkout_key'];

/** Removes what this tab keeps of a person. */
export function clearTab(): void {
  for (const key of tabKeys) safeSessionStorage.writeText(key, null);
}

/** As `dropSession`, for somebody who leaves: nothing of theirs stays in this browser; a guest's cart does. */
export function leaveSession(): void {
  clearTab();
  safeLocalStorage.removeAll('draft:');
  forgetRegistration();
  safeLocalStorage.writeText(signedOutKey, String(Date.now()));
  safeLocalStorage.writeText(signedOutKey, null);
  dropSession();
}
