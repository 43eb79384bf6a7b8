import { atom } from 'nanostores';
import type { User } from '../../contract/account.ts';
import { readToken, writeToken } from '../token.ts';

/** Who uses this browser. `loading` until the server said whose the kept token is. */
export type Session = { state: 'loading' } | { state: 'guest' } | { state: 'user'; user: User };

/** Components read it with `useStore($session, { ssr: 'initial' })`, so that they hydrate as they were rendered. */
export const $session = atom<Session>({ state: 'loading' });

/** Forgets the token: whoever was here is a guest. */
export function dropSession(): void {
  writeToken(null);
  $session.set({ state: 'guest' });
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

/** Resolves when every room has done what it does after a sign-in. */
export const afterSignIn = () => Promise.allSettled([...hooks].map((hook) => hook()));

/** The part that speaks to the server: guests on content pages never load it. */
const calls = () => import('./signin.store.ts');

/** Signs in with e-mail and password. Throws CallError and leaves the person a guest when refused. */
export const signIn = async (credentials: { email: string; password: string }): Promise<User> =>
  (await calls()).signIn(credentials);

/** Ends the session here and on the server; without an answer it ends here all the same. */
export async function signOut(): Promise<void> {
  const token = readToken();
  dropSession();
  if (token) await (await calls()).endSession(token);
}

/** Asks the server again who this is, as after a change of the profile. Throws CallError. */
export async function refreshSession(): Promise<void> {
  if (readToken()) await (await calls()).readSession();
  else $session.set({ state: 'guest' });
}

let retry: ReturnType<typeof setTimeout> | undefined;

/** Brings `$session` in line with the kept token, and keeps trying while nobody answers. */
function follow(wait = 1000): void {
  clearTimeout(retry);
  if (!readToken()) return void $session.set({ state: 'guest' });
  if ($session.get().state === 'guest') $session.set({ state: 'loading' });
  // A refusal has made a guest of them; whatever else went wrong may pass.
  refreshSession().catch(() => {
    if (readToken()) retry = setTimeout(follow, wait, Math.min(wait * 2, 30_000));
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
