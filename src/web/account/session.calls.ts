import { allTasks } from 'nanostores';
import type { Credentials, User } from '../../contract/account.ts';
import { CallError, call } from '../http.ts';
import { readToken, writeToken } from '../token.ts';
import { isBeingLeft } from '../ui/leaving.ts';
import { StorageError, signInHeader } from './device.ts';
import { $session, claimPage, dropSession, startOver } from './session.state.ts';

/** Signs in with e-mail and password. Throws CallError or StorageError. */
export async function signIn(credentials: Credentials): Promise<User> {
  const { token, user } = await call(
    'POST /api/login',
    { body: credentials },
    { token: null, headers: signInHeader() },
  );
  return startSession(token, user);
}

/** Signs in with the access token of the auth service, after a Google sign-in. Throws as `signIn`. */
export async function signInWithGoogle(accessToken: string, otp?: string): Promise<User> {
  const { token, user } = await call(
    'POST /api/google-register',
    { body: { otp } },
    { token: accessToken, headers: signInHeader() },
  );
  return startSession(token, user);
}

/** Activates the account of a mailed link with its password, and signs in. Throws as `signIn`. */
export async function activateAndSignIn(linkToken: string, password: string): Promise<User> {
  const { token, user } = await call(
    'POST /api/activate',
    { body: { token: linkToken, password } },
    { token: null, headers: signInHeader() },
  );
  return startSession(token as string, user as User);
}

/** Ends a session on the server, waiting 3 s for it at most. */
export async function endSession(token: string): Promise<void> {
  await call('POST /api/logout', undefined, { token, signal: AbortSignal.timeout(3000) }).catch(() => {});
}

/**
 * Fetches the account of the stored token. A failure makes the visitor a guest and drops the token, which stays without
 * a network, because tickets open offline. A page with another account's data is reloaded, unless this is a sign-in,
 * which leaves the page itself. Throws CallError.
 */
export async function readSession(isSignIn = false): Promise<void> {
  const token = readToken();
  try {
    const user = await call('GET /api/me', undefined, { token });
    if (readToken() !== token) return;
    if (!claimPage(user.id, isSignIn)) return startOver();
    $session.set({ state: 'user', user });
  } catch (error) {
    // A call that is cancelled, because its page is left, is no answer.
    const isCancelled = !(error instanceof CallError && error.status) && (await isBeingLeft());
    const isOffline = navigator.onLine === false;
    if (isOffline) $session.set({ state: 'guest' });
    else if (!isCancelled && readToken() === token) dropSession();
    throw error;
  }
}

/**
 * Stores the token and sets `$session`. Resolves when its listeners are done (the guest's cart is merged) and changed
 * legal texts were announced.
 */
async function startSession(token: string, known: User): Promise<User> {
  if (!writeToken(token)) throw new StorageError();
  await readSession(true);
  // A failure to tell of changed legal texts does not stop a sign-in.
  const told = import('./legalChanges.calls.ts')
    .then(({ tellLegalChanges }) => tellLegalChanges(token))
    .catch(() => {});
  await Promise.all([allTasks(), told]);
  const session = $session.get();
  return session.state === 'user' ? session.user : known;
}
