import type { User } from '../../contract/account.ts';
import { CallError } from '../http.ts';
import { paths } from '../paths.ts';
import { readFlash, setFlash } from '../ui/flash.ts';
import { signInWithGoogle } from './session.calls.ts';

const url = import.meta.env.PUBLIC_SUPABASE_URL?.replace(/\/+$/, '');
const key = import.meta.env.PUBLIC_SUPABASE_ANON_KEY;

/** Without an auth service there is no button (CONTRACT.md 7). */
export const hasGoogle = Boolean(url && key);

const returnToKey = 'google-next';
const problemKey = 'google-problem';

const refused = 'Google ile giriş başarısız oldu.';
const broken = 'Google login sırasında hata oluştu.';

/** The auth service's own client, fetched only now. Its session lives in memory: the product's token is the session. */
async function openClient() {
  const { GoTrueClient } = await import('@supabase/auth-js');
  return new GoTrueClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key ?? '', Authorization: `Bearer ${key}` },
    storageKey: 'google-session',
    flowType: 'implicit',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

/** Leaves for Google's consent, which returns to /auth/callback. Answers what went wrong if we are still here. */
export async function startGoogle(returnTo: string | undefined): Promise<string | undefined> {
  try {
    const client = await openClient();
    setFlash(returnToKey, returnTo);
    const options = { redirectTo: `${location.origin}${paths.authCallback}` };
    const { error } = await client.signInWithOAuth({ provider: 'google', options });
    return error ? refused : undefined;
  } catch {
    return broken;
  }
}

/**
 * Turns what came back in the address's fragment into a session of ours. Throws when the auth service refused or a
 * call broke; the sentence for the sign-in screen waits in `readGoogleProblem`.
 */
export async function finishGoogle(fragment: string): Promise<User> {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  try {
    const access_token = values.get('access_token');
    const refresh_token = values.get('refresh_token');
    if (!access_token || !refresh_token) throw new Refused(values.get('error_description') ?? 'no tokens came back');
    const client = await openClient();
    const { data, error } = await client.setSession({ access_token, refresh_token });
    // The client answers also what was no answer: only a status of the 400s is the service's no.
    if (error && !(error.status && error.status >= 400 && error.status < 500)) throw error;
    if (error || !data.session) throw new Refused(error?.message ?? 'no session');
    return await signInWithGoogle(data.session.access_token);
  } catch (error) {
    const words = error instanceof CallError && error.code === 'deactivated' ? error.message : undefined;
    const isRefusal = error instanceof Refused || (error instanceof CallError && error.status === 401);
    setFlash(problemKey, words ?? (isRefusal ? refused : broken));
    throw error;
  }
}

/** Where somebody wanted to go before they left for Google, once. */
export const readGoogleReturnTo = (): string | undefined => readFlash(returnToKey);

/** Why the last sign-in with Google failed, once. */
export const readGoogleProblem = (): string | undefined => readFlash(problemKey);

class Refused extends Error {}
