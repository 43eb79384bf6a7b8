import type { User as AuthUser, SupabaseClient } from '@supabase/supabase-js';
import { cleanLine, email as emailSchema } from '../../shared/text.ts';
import type { Env } from '../env.ts';
import { ApiError } from '../errors.ts';

/** Who the auth service says a token belongs to. */
export interface GoogleUser {
  /** The auth service's user id. */
  id: string;
  /** Confirmed, folded. */
  email: string;
  name: string;
  surname: string;
}

const patience = 5000;
const clients = new Map<string, Promise<SupabaseClient>>();

async function createClient(url: string, key: string): Promise<SupabaseClient> {
  const { createClient: create } = await import('@supabase/supabase-js');
  return create(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(patience) }) },
  });
}

/**
 * Asks the auth service whose access token this is (CONTRACT.md 2): nothing else is believed. Throws `not_configured`,
 * `unavailable` when it does not answer, `unauthenticated` when it refuses or when the user is not a Google one with a
 * confirmed e-mail.
 */
export async function askAuthService(env: Env, accessToken: string | undefined): Promise<GoogleUser> {
  const { supabaseUrl, supabaseAnonKey } = env;
  if (!supabaseUrl || !supabaseAnonKey) throw new ApiError('not_configured');
  if (!accessToken) throw new ApiError('unauthenticated');
  const address = `${supabaseUrl} ${supabaseAnonKey}`;
  const opening = clients.get(address) ?? createClient(supabaseUrl, supabaseAnonKey);
  clients.set(address, opening);
  const { data, error } = await (await opening).auth.getUser(accessToken);
  if (error) {
    const { status = 0 } = error;
    const refused = status >= 400 && status < 500 && status !== 429;
    throw new ApiError(refused ? 'unauthenticated' : 'unavailable');
  }
  return readUser(data.user);
}

function readUser(user: AuthUser | null): GoogleUser {
  const address = emailSchema.safeParse(user?.email);
  const confirmed = user?.email_confirmed_at ?? user?.confirmed_at;
  if (!user?.id || user.aud !== 'authenticated' || !confirmed || !address.success || !hasGoogle(user)) {
    throw new ApiError('unauthenticated');
  }
  return { id: user.id, email: address.data, ...readNames(user.user_metadata ?? {}, address.data) };
}

/** The list of identities; a service that does not send one says it in the metadata only it can write. */
function hasGoogle({ identities, app_metadata }: AuthUser): boolean {
  if (identities) return identities.some(({ provider }) => provider === 'google');
  const { provider, providers = [] } = app_metadata ?? {};
  return provider === 'google' || (Array.isArray(providers) && providers.includes('google'));
}

/** Given and family name as Google sends them, else the full name cut before its last word. */
function readNames(metadata: Record<string, unknown>, email: string): { name: string; surname: string } {
  const read = (field: string) => {
    const value = metadata[field];
    return typeof value === 'string' ? cleanLine(value).slice(0, 100) : '';
  };
  const words = (read('full_name') || read('name')).split(' ').filter(Boolean);
  const surname = read('family_name') || (words.length > 1 ? (words.at(-1) as string) : '');
  const name = read('given_name') || words.slice(0, surname && words.length > 1 ? -1 : undefined).join(' ');
  return { name: name || (email.split('@')[0] as string), surname };
}
