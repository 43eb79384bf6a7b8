import type { User } from '../../contract/account.ts';
import { CallError, call } from '../http.ts';
import { readToken, writeToken } from '../token.ts';
import { $session, afterSignIn, dropSession } from './session.store.ts';

/** Signs in with e-mail and password. Throws CallError. */
export async function signIn(credentials: { email: string; password: string }): Promise<User> {
  const { token, user } = await call('POST /api/login', { body: credentials }, { token: null });
  return enter(token, user);
}

/** Signs in with what the auth service handed out after a Google sign-in. Throws CallError when refused. */
export async function signInWithGoogle(accessToken: string): Promise<User> {
  const { token, user } = await call('POST /api/google-register', undefined, { token: accessToken });
  return enter(token, user);
}

/** Ends a session on the server; nobody waits long for that. */
export async function endSession(token: string): Promise<void> {
  await call('POST /api/logout', undefined, { token, signal: AbortSignal.timeout(3000) }).catch(() => {});
}

/** Fetches whose the kept token is. A refusal makes a guest of them; throws CallError. */
export async function readSession(): Promise<void> {
  const token = readToken();
  try {
    const user = await call('GET /api/me', undefined, { token });
    if (readToken() === token) $session.set({ state: 'user', user });
  } catch (error) {
    if (isRefusal(error) && readToken() === token) dropSession();
    throw error;
  }
}

/** Keeps the token and becomes its user (SPEC.md 4). */
async function enter(token: string, known: User): Promise<User> {
  if (!writeToken(token)) throw new Error('the browser stores nothing');
  try {
    await readSession();
  } catch (error) {
    if (isRefusal(error)) throw error;
    // The server said who this is a moment ago; that its second answer got lost is no reason to start over.
    $session.set({ state: 'user', user: known });
  }
  await afterSignIn();
  const session = $session.get();
  return session.state === 'user' ? session.user : known;
}

/** An answer that says no, in contrast to none at all or a server in trouble: those end nobody's session. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
