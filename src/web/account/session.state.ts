import { atom } from 'nanostores';
import type { User } from '../../contract/account.ts';
import { writeToken } from '../token.ts';
import { clearTab, safeLocalStorage, safeSessionStorage, signedOutKey, tabOwnerKey } from '../ui/storage.ts';
import { removeRegistration } from './registration.ts';

/** Who uses this browser. `loading` until the server said whose the stored token is. */
export type Session = { state: 'loading' } | { state: 'guest' } | { state: 'user'; user: User };

/**
 * Components read it with `useStore($session, { ssr: 'initial' })`, so that they hydrate as they were rendered.
 * A listener that a sign-in has to wait for does its work in a `task` of nanostores.
 */
export const $session = atom<Session>({ state: 'loading' });

/** The account whose data this page may hold; stays when its session ends by itself. */
let ownerId: string | undefined;

/** Whether this page may hold the data of an account. */
export const isOwned = (): boolean => ownerId !== undefined;

/**
 * Makes an account the owner of this page and tab. If another one owns either, the tab forgets what it stored for that
 * one, and only a sign-in changes the owner: otherwise false.
 */
export function claimPage(userId: string, isSignIn: boolean): boolean {
  const isOthers = (ownerId ?? safeSessionStorage.readText(tabOwnerKey) ?? userId) !== userId;
  if (isOthers) clearTab();
  if (isOthers && !isSignIn) return false;
  ownerId = userId;
  safeSessionStorage.writeText(tabOwnerKey, userId);
  return true;
}

/** Reloads the page, so that no personal data stays in its memory. Never resolves, so that no caller goes on. */
export function startOver(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

/** Removes the token and makes the person a guest. Typed text stays, because a session may end while somebody types. */
export function dropSession(): void {
  writeToken(null);
  $session.set({ state: 'guest' });
}

/** Ends the session of somebody who signs out: also removes what is stored of them but kept tickets. */
export function leaveSession(): void {
  // Other tabs are told by it, and find it when they come back.
  safeLocalStorage.writeText(signedOutKey, String(Date.now()));
  clearTab();
  safeLocalStorage.removeAll('draft:');
  removeRegistration();
  dropSession();
}
