import { atom } from 'nanostores';
import type { User } from '../../contract/account.ts';
import { CallError, call } from '../http.ts';

/** Who uses this browser. `loading` until the server said whose the kept token is. */
export type Session = { state: 'loading' } | { state: 'guest' } | { state: 'user'; user: User };

/** Components read it with `useStore($session, { ssr: 'initial' })`, so that they hydrate as they were rendered. */
export const $session = atom<Session>({ state: 'loading' });

/** The kept token, or null for guests and where storage is closed to us. */
export function readToken(): string | null {
  try {
    return globalThis.localStorage?.getItem('token') ?? null;
  } catch {
    return null;
  }
}

const hooks = new Set<() => Promise<unknown>>();

/**
 * Runs `hook` after every sign-in made in this tab, before the person is taken on. Rooms register themselves
 * (the cart: join the guest's cart to the account's); one that fails keeps nobody out.
 */
export function onSignIn(hook: () => Promise<unknown>): () => void {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

/** Signs in with e-mail and password. Throws CallError and leaves the person a guest when refused. */
export async function signIn(credentials: { email: string; password: string }): Promise<User> {
  const { token, user } = await call('POST /api/login', { body: credentials }, { token: null });
  return enter(token, user);
}

/** Signs in with what the auth service handed out after a Google sign-in. Throws CallError when refused. */
export async function signInWithGoogle(accessToken: string): Promise<User> {
  const { token, user } = await call('POST /api/google-register', undefined, { token: accessToken });
  return enter(token, user);
}

/** Ends the session here and on the server; without an answer it ends here all the same. */
export async function signOut(): Promise<void> {
  const token = readToken();
  dropSession();
  if (token) await call('POST /api/logout', undefined, { token, signal: AbortSignal.timeout(3000) }).catch(() => {});
}

/** Asks the server again who this is, as after a change of the profile. Throws CallError. */
export async function refreshSession(): Promise<void> {
  const token = readToken();
  if (!token) return void $session.set({ state: 'guest' });
  try {
    const user = await call('GET /api/me', undefined, { token });
    if (readToken() === token) $session.set({ state: 'user', user });
  } catch (error) {
    if (isRefusal(error) && readToken() === token) dropSession();
    throw error;
  }
}

async function enter(token: string, known: User): Promise<User> {
  localStorage.setItem('token', token);
  try {
    await refreshSession();
  } catch (error) {
    if (isRefusal(error)) throw error;
    // The server said who this is a moment ago; that its second answer got lost is no reason to start over.
    $session.set({ state: 'user', user: known });
  }
  await Promise.allSettled([...hooks].map((hook) => hook()));
  const session = $session.get();
  return session.state === 'user' ? session.user : known;
}

/** Forgets the token: whoever was here is a guest. */
export function dropSession(): void {
  try {
    localStorage.removeItem('token');
  } catch {
    // Without storage there was never a token.
  }
  $session.set({ state: 'guest' });
}

/** An answer that says no, in contrast to none at all or a server in trouble: those end nobody's session. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

let retry: ReturnType<typeof setTimeout> | undefined;

/** Brings `$session` in line with the kept token, and keeps trying while nobody answers. */
function follow(wait = 1000): void {
  clearTimeout(retry);
  const token = readToken();
  if (!token) return void $session.set({ state: 'guest' });
  if ($session.get().state === 'guest') $session.set({ state: 'loading' });
  refreshSession().catch((error) => {
    if (!isRefusal(error)) retry = setTimeout(follow, wait, Math.min(wait * 2, 30_000));
  });
}

if (typeof window !== 'undefined') {
  follow();
  // Another tab signed in or out (a null key is a cleared storage).
  addEventListener('storage', ({ key }) => {
    if (key === 'token' || key === null) follow();
  });
  // A page from the back-forward cache heard nothing while it slept.
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
  addEventListener('online', () => $session.get().state === 'loading' && follow());
  // Some call was told that its token is dead (web/http.ts).
  addEventListener('session-refused', (event) => {
    if ((event as CustomEvent<string>).detail === readToken()) dropSession();
  });
}
