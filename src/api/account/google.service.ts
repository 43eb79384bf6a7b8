import type { User as AuthUser, GoTrueClient } from '@supabase/auth-js';
import { eq, or, sql } from 'drizzle-orm';
import type { User } from '../../contract/account.ts';
import { joinName } from '../../shared/names.ts';
import { cleanLine, email as emailSchema } from '../../shared/text.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Env } from '../env.ts';
import { ApiError } from '../errors.ts';
import { perNetwork } from '../limits/limits.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { checkGoogleCode } from '../secondFactor/secondFactor.service.ts';
import { recordSecurityEvent } from '../security/security.service.ts';
import { googleLimit } from './account.limits.ts';
import { googleLinkedMail } from './account.mails.ts';
import { toSearchText } from './account.service.ts';
import { resetCodes, type UserRow, users } from './account.tables.ts';
import { endRegistrations } from './activate.service.ts';
import { beginSession } from './beginSession.service.ts';
import type { Caller } from './caller.ts';
import { endSessions } from './sessions.service.ts';

/** The user a token belongs to, as the auth service says. */
interface GoogleUser {
  /** The auth service's user id. */
  id: string;
  /** Verified by Google, and folded. */
  email: string;
  name: string;
  surname: string;
}

/**
 * Signs in the user of an access token: a linked account, else the account of the same e-mail, which is linked, else a
 * new one. Throws like `fetchGoogleUser`, `deactivated`, `otp_required` and `otp_wrong`.
 */
export async function signInWithGoogle(
  ctx: AppContext,
  accessToken: string | undefined,
  otp: string | undefined,
  caller: Caller,
): Promise<{ token: string; user: User }> {
  const google = await fetchLimited(ctx, accessToken, caller);
  const [known] = await ctx.db.select().from(users).where(isAccountOf(google)).orderBy(linkedFirst(google)).limit(1);
  if (known) await checkGoogleCode(ctx, known.id, caller, otp);
  return mutate(ctx, null, async (mutation) => {
    const found = await findAndLock(mutation.tx, google);
    const user = found ?? (await createUser(mutation, google));
    if (user.deactivated_at) throw new ApiError('deactivated');
    if (user.google_id === google.id)
      return beginSession(ctx, mutation, user, caller, found ? 'google_sign_in' : 'activated');
    const linked = await linkUser(ctx, mutation, user, google);
    await recordSecurityEvent(ctx, mutation, { kind: 'google_linked', userId: user.id, caller });
    return beginSession(ctx, mutation, linked, caller, user.activated_at ? 'google_sign_in' : 'activated');
  });
}

/** Fetches the user; a network may send only so many tokens that are refused. */
async function fetchLimited(ctx: AppContext, token: string | undefined, { networks }: Caller): Promise<GoogleUser> {
  const checks = perNetwork(googleLimit, networks);
  await ctx.limits.consumeAll(checks);
  try {
    const google = await fetchGoogleUser(ctx.env, token);
    await ctx.limits.resetAndRefund([], checks);
    return google;
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.code === 'unauthenticated';
    if (!isRefusal) await ctx.limits.resetAndRefund([], checks);
    throw error;
  }
}

const isAccountOf = ({ id, email }: GoogleUser) => or(eq(users.google_id, id), eq(users.email, email));
const linkedFirst = ({ id }: GoogleUser) => sql`${users.google_id} = ${id} desc nulls last`;

/** Prefers the linked account to one that only shares the e-mail. */
async function findAndLock(tx: Database, google: GoogleUser): Promise<UserRow | undefined> {
  const found = tx.select().from(users).where(isAccountOf(google)).orderBy(linkedFirst(google)).limit(1);
  return (await found.for('update'))[0];
}

async function createUser({ tx, now }: Mutation, { id, ...details }: GoogleUser): Promise<UserRow> {
  const [row] = await tx
    .insert(users)
    .values({ ...details, google_id: id, activated_at: now, created_at: now, search: toSearchText(details) })
    .onConflictDoNothing()
    .returning();
  // On a conflict a parallel call with the same token has created it.
  const user = row ?? (await findAndLock(tx, { id, ...details }));
  if (!user) throw new ApiError('conflict');
  return user;
}

async function linkUser(
  { env }: AppContext,
  { tx, now, sendMail }: Mutation,
  user: UserRow,
  google: GoogleUser,
): Promise<UserRow> {
  const { name, surname, email } = google;
  // Whoever registered an account that was never activated may not own the mailbox: nothing of theirs stays but a cart.
  const blank = { password_hash: null, phone_number: null };
  const replaced = user.activated_at
    ? {}
    : { ...blank, activated_at: now, name, surname, search: toSearchText({ name, surname, email }) };
  const values = { google_id: google.id, ...replaced };
  const [row] = await tx.update(users).set(values).where(eq(users.id, user.id)).returning();
  await tx.delete(resetCodes).where(eq(resetCodes.user_id, user.id));
  if (!user.activated_at) {
    await endRegistrations(tx, user.id, now);
    await endSessions(tx, user.id);
  } else await sendMail(googleLinkedMail(user.email, env.siteUrl, joinName(user)));
  return row as UserRow;
}

const timeoutMs = 5000;
const clients = new Map<string, Promise<GoTrueClient>>();

async function createClient(url: string, key: string): Promise<GoTrueClient> {
  const { GoTrueClient: Client } = await import('@supabase/auth-js');
  return new Client({
    url: `${url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  });
}

/**
 * Asks the auth service for the user of an access token; nothing else the caller sends is trusted. Throws
 * `not_configured`, `unavailable` when the service does not answer, `unauthenticated` when it refuses or when the
 * user's address is not that of a verified Google identity.
 */
async function fetchGoogleUser(env: Env, accessToken: string | undefined): Promise<GoogleUser> {
  const { supabaseUrl, supabaseAnonKey } = env;
  if (!supabaseUrl || !supabaseAnonKey) throw new ApiError('not_configured');
  if (!accessToken) throw new ApiError('unauthenticated');
  const clientKey = `${supabaseUrl} ${supabaseAnonKey}`;
  const client = clients.get(clientKey) ?? createClient(supabaseUrl, supabaseAnonKey);
  clients.set(clientKey, client);
  const { data, error } = await (await client).getUser(accessToken).catch(() => {
    throw new ApiError('unavailable');
  });
  if (error) {
    const { status = 0 } = error;
    const isRefused = status >= 400 && status < 500 && status !== 429;
    throw new ApiError(isRefused ? 'unauthenticated' : 'unavailable');
  }
  return toGoogleUser(data.user);
}

function toGoogleUser(user: AuthUser | null): GoogleUser {
  const email = emailSchema.safeParse(user?.email);
  // Printable, so that the database can store it.
  const hasId = /^[!-~]{1,200}$/.test(user?.id ?? '');
  // Not every auth service sends the time; null says that the address still waits for its confirmation.
  const isUnconfirmed = user?.email_confirmed_at === null;
  if (!user || !hasId || isUnconfirmed || !email.success || !ownsAddress(user, email.data))
    throw new ApiError('unauthenticated');
  return { id: user.id, email: email.data, ...readNames(user.user_metadata ?? {}, email.data) };
}

/** Whether the address is that of a Google identity Google verified: a user's own may be changed to anybody's. */
const ownsAddress = ({ identities }: AuthUser, email: string): boolean =>
  Boolean(
    identities?.some(({ provider, identity_data }) => {
      const theirs = emailSchema.safeParse(identity_data?.email);
      return provider === 'google' && identity_data?.email_verified === true && theirs.data === email;
    }),
  );

/** Given and family name as Google sends them, else the full name split before its last word. */
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
