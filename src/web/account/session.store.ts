import type { Credentials, User } from '../../contract/account.ts';
import { onTokenRefused, readToken } from '../token.ts';
import { clearTab, hasMissedSignOut, signedOutKey } from '../ui/storage.ts';
import { $session, dropSession, isOwned, leaveSession, startOver } from './session.state.ts';

export { $session, dropSession, leaveSession, type Session } from './session.state.ts';

/** Loaded on demand: guests on content pages make no calls. */
const calls = () => import('./session.calls.ts');

/** Signs in with e-mail and password. Throws CallError or StorageError and leaves the person a guest. */
export const signIn = async (credentials: Credentials): Promise<User> => (await calls()).signIn(credentials);

/** Activates the account of a mailed link with its password, and signs in. Throws CallError or StorageError. */
export const activateAndSignIn = async (token: string, password: string): Promise<User> =>
  (await calls()).activateAndSignIn(token, password);

/** Ends the session here and on the server; here also when the server does not answer. */
export async function signOut(): Promise<void> {
  const token = readToken();
  const loading = token && calls().catch(calls);
  leaveSession();
  // If the code of the call does not load, the session ends in this browser only.
  if (loading) await loading.then(({ endSession }) => endSession(token)).catch(() => {});
}

/** Asks the server again who this is, for example after a change of the profile. Throws CallError. */
export async function refreshSession(): Promise<void> {
  if (readToken()) await (await calls()).readSession();
  else $session.set({ state: 'guest' });
}

/** Brings `$session` in line with the stored token. */
function syncSession(): void {
  if (!readToken()) return void $session.set({ state: 'guest' });
  if ($session.get().state === 'guest') $session.set({ state: 'loading' });
  refreshSession().catch(() => {});
}

/** Updates a page restored from the back-forward cache, where it received no storage events. */
async function resumePage(tokenLeft: string | null): Promise<void> {
  if (hasMissedSignOut()) return startOver();
  const token = readToken();
  if (!isOwned() || token === tokenLeft) return syncSession();
  if (!token) return startOver();
  // Nobody but the same person sees the page again.
  const { style } = document.documentElement;
  style.visibility = 'hidden';
  await refreshSession().catch(startOver);
  style.visibility = '';
}

if (typeof window !== 'undefined') {
  syncSession();
  // Another tab signed in or out; a null key means that the storage was cleared.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === signedOutKey && newValue) {
      clearTab();
      void startOver();
    }
    if (key === 'token' || key === null) syncSession();
  });
  let tokenLeft: string | null = null;
  addEventListener('pagehide', () => {
    tokenLeft = readToken();
  });
  addEventListener('pageshow', ({ persisted }) => persisted && void resumePage(tokenLeft));
  onTokenRefused((token) => token === readToken() && dropSession());
}
