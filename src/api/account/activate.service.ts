import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Activation, User } from '../../contract/account.ts';
import { mergeItems } from '../cart/merge.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { toSearchText } from './account.service.ts';
import { activationLinks, resetCodes, type UserRow, users } from './account.tables.ts';
import { beginSession } from './beginSession.service.ts';
import type { Caller } from './caller.ts';
import { verifyPassword } from './passwords.ts';
import { hashToken } from './sessions.service.ts';

const maxTries = 5;

type Link = typeof activationLinks.$inferSelect;

/**
 * Opens the account of a mailed link, once. The password chosen at registration makes it that registration's, and opens
 * a session; without one the account has no password, name and phone, because the link proves the mailbox alone, not
 * who registered. Throws `link_expired`, `wrong_password` or `deactivated`.
 */
export async function activateAccount(
  ctx: AppContext,
  { token, password }: Activation,
  caller: Caller,
): Promise<{ token: string; user: User } | undefined> {
  if (!password) {
    await mutate(ctx, null, (mutation) => openAccount(mutation, isGood(token, mutation.now), false));
    return undefined;
  }
  const link = await countTry(ctx, token);
  if (!(await verifyPassword(link.password_hash, password))) {
    if (link.tries >= maxTries) throw new ApiError('link_expired');
    throw new ApiError('wrong_password', { message: 'Şifre hatalı. Kayıt olurken seçtiğiniz şifreyi girin.' });
  }
  return mutate(ctx, null, async (mutation) => {
    const isSame = and(eq(activationLinks.id, link.id), eq(activationLinks.token_hash, link.token_hash));
    const user = await openAccount(mutation, isSame, true);
    return beginSession(ctx, mutation, user, caller, 'activated');
  });
}

const isGood = (token: string, now: Date) =>
  and(
    eq(activationLinks.token_hash, hashToken(token)),
    gt(activationLinks.expires_at, now),
    lt(activationLinks.tries, maxTries),
  );

/** Counts a try before the password is verified, so that parallel guesses count too. Throws `link_expired`. */
const countTry = (ctx: AppContext, token: string): Promise<Link> =>
  mutate(ctx, null, async ({ tx, now }) => {
    const [link] = await tx
      .update(activationLinks)
      .set({ tries: sql`${activationLinks.tries} + 1` })
      .where(isGood(token, now))
      .returning();
    if (!link) throw new ApiError('link_expired');
    return link;
  });

/** Activates the link's account, with the registration's details where they are proven; all its links end. */
async function openAccount({ tx, now }: Mutation, isLink: SQL | undefined, isProven: boolean): Promise<UserRow> {
  const [link] = await tx.delete(activationLinks).where(isLink).returning();
  if (!link) throw new ApiError('link_expired');
  const { name, surname, phone_number, password_hash } = link;
  const details = isProven
    ? { name, surname, phone_number, password_hash }
    : { name: '', surname: '', phone_number: null, password_hash: null };
  const values = { ...details, activated_at: now };
  const isWaiting = and(eq(users.id, link.user_id), isNull(users.activated_at));
  const [user] = await tx.update(users).set(values).where(isWaiting).returning();
  if (!user) throw new ApiError('link_expired');
  if (user.deactivated_at) throw new ApiError('deactivated');
  const search = toSearchText(user);
  await tx.update(users).set({ search }).where(eq(users.id, user.id));
  await tx.delete(activationLinks).where(eq(activationLinks.user_id, user.id));
  await tx.delete(resetCodes).where(eq(resetCodes.user_id, user.id));
  await mergeItems(tx, user.id, link.cart, now);
  return { ...user, search };
}

/**
 * Ends the registrations of an account that something else than their links activated: nothing of them stays but the
 * newest one's cart, which joins the account's.
 */
export async function endRegistrations(tx: Database, userId: string, now: Date): Promise<void> {
  const ended = await tx.delete(activationLinks).where(eq(activationLinks.user_id, userId)).returning();
  const [newest] = ended.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  if (newest) await mergeItems(tx, userId, newest.cart, now);
}
