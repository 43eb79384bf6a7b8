import type { User } from '../../contract/account.ts';
import { onTokenRefused, readToken } from '../token.ts';
import type { Credentials } from './session.calls.ts';
import { $session, clearTab, dropSession, leaveSession, signedOutKey } from './session.state.ts';

export { $session, dropSession, leaveSession, type Session } from './session.state.ts';

/** Loaded on demand: guests on content pages make no calls. */
const calls = () => import('./session.calls.ts');

/** Signs in with e-mail and password. Throws CallError and leaves the person a guest when refused. */
export const signIn = async (credentials: Credentials): Promise<User> => (await calls()).signIn(credentials);

/** Activates the account of a mailed link with its password, and signs in. Throws CallError. */
export const activateAndSignIn = async (token: string, password: string): Promise<User> =>
  (await calls()).activateAndSignIn(token, password);

/** Ends the session here and on the server; here also when the server does not answer. */
export async function signOut(): Promise<void> {
  const token = readToken();
  leaveSession();
  if (token) await (await calls()).endSession(token);
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

if (typeof window !== 'undefined') {
  syncSession();
  // Another tab signed in or out; a null key means that the storage was cleared.
  addEventListener('storage', ({ key }) => {
    if (key === signedOutKey) clearTab();
    if (key === 'token' || key === null) syncSession();
  });
  // A page in the back-forward cache receives no storage events.
  addEventListener('pageshow', ({ persisted }) => persisted && syncSession());
  onTokenRefused((token) => token === readToken() && dropSession());
}
