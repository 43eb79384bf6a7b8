import type { User } from '../../contract/account.ts';
import { CallError } from '../http.ts';
import { paths } from '../paths.ts';
import { readFlash, setFlash } from '../ui/flash.ts';
import { isBeingLeft } from '../ui/leaving.ts';
import { StorageError, signInHeader } from './device.ts';
import { signInWithGoogle } from './session.calls.ts';

const url = import.meta.env.PUBLIC_SUPABASE_URL?.replace(/\/+$/, '');
const key = import.meta.env.PUBLIC_SUPABASE_ANON_KEY;

/** Whether an auth service is configured. */
export const hasGoogle = Boolean(url && key);

const returnToKey = 'google-next';
const problemKey = 'google-problem';

const refusedText = 'Google ile giriş başarısız oldu.';
const failedText = 'Google login sırasında hata oluştu.';

/** Loads the auth service's client. It keeps its session in memory, because the product has a token of its own. */
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

/** Leaves for Google, which returns to /auth/callback. Answers what went wrong, if anything. */
export async function startGoogle(returnTo: string | undefined): Promise<string | undefined> {
  try {
    // Fails where nothing can be kept: the way back could not even tell why.
    signInHeader();
    const client = await openClient();
    setFlash(returnToKey, returnTo);
    const options = { redirectTo: `${location.origin}${paths.authCallback}` };
    const { error } = await client.signInWithOAuth({ provider: 'google', options });
    return error ? refusedText : undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** The access token whose account asks for a code of its second factor. Never stored. */
let accessToken: string | undefined;

/**
 * Signs in with the tokens in the fragment of the callback's address. Throws when the auth service refuses or a call
 * fails; unless the page is being left, `readGoogleProblem` then has the sentence for the sign-in screen. After
 * CallError `otp_required` the page asks for a code and calls `finishGoogleWithCode`.
 */
export async function finishGoogle(fragment: string): Promise<User> {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  try {
    const access_token = values.get('access_token');
    const refresh_token = values.get('refresh_token');
    if (!access_token || !refresh_token)
      throw new RefusedError(values.get('error_description') ?? 'no tokens came back');
    const client = await openClient();
    const { data, error } = await client.setSession({ access_token, refresh_token });
    // The client also returns network failures as errors; only a 4xx status is a refusal.
    if (error && !(error.status && error.status >= 400 && error.status < 500)) throw error;
    if (error || !data.session) throw new RefusedError(error?.message ?? 'no session');
    accessToken = data.session.access_token;
    return await signInWithGoogle(accessToken);
  } catch (error) {
    if (error instanceof CallError && error.code === 'otp_required') throw error;
    if (!(await isBeingLeft())) setFlash(problemKey, failureText(error));
    throw error;
  }
}

function failureText(error: unknown): string {
  if (error instanceof RefusedError) return refusedText;
  if (error instanceof StorageError) return error.message;
  if (!(error instanceof CallError)) return failedText;
  if (error.code === 'deactivated') return error.message;
  return error.status === 401 ? refusedText : failedText;
}

/** Completes a sign-in that asked for a code. Throws CallError. */
export const finishGoogleWithCode = (otp: string): Promise<User> => signInWithGoogle(accessToken as string, otp);

/** Where somebody wanted to go before they left for Google, once. */
export const readGoogleReturnTo = (): string | undefined => readFlash(returnToKey);

/** Why the last sign-in with Google failed, once. */
export const readGoogleProblem = (): string | undefined => readFlash(problemKey);

class RefusedError extends Error {}
