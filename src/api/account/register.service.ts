import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Registration } from '../../contract/account.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { activationLinkLimits, registrationLimit } from './account.limits.ts';
import { activationMail } from './account.mails.ts';
import { toSearchText } from './account.service.ts';
import { activationLinks, users } from './account.tables.ts';
import { hashPassword, rejectCommonPassword } from './passwords.ts';
import { hashToken, newToken } from './sessions.service.ts';

const linkLifetimeMs = 24 * 3_600_000;

/**
 * Creates an account that waits for activation and mails the link. It replaces an account of the same address that was
 * never activated, with its link and password. Throws `email_taken`, or 422 for a common password.
 */
export async function register(ctx: AppContext, registration: Registration, ip: string): Promise<void> {
  const { db, limits } = ctx;
  const { password, ...details } = registration;
  await rejectCommonPassword(password, 'password');
  await limits.check(registrationLimit, ip);
  // Spares the costly hash; the insert below decides.
  const [known] = await db
    .select({ activated_at: users.activated_at })
    .from(users)
    .where(eq(users.email, details.email));
  if (known?.activated_at) throw new ApiError('email_taken');
  await limits.consume(registrationLimit, ip);
  try {
    const password_hash = await hashPassword(password);
    await mutate(ctx, null, async (mutation) => {
      const values = {
        ...details,
        password_hash,
        created_at: mutation.now,
        // A role given to the replaced account was meant for somebody else.
        role: 'user' as const,
        search: toSearchText(details),
      };
      const [row] = await mutation.tx
        .insert(users)
        .values(values)
        .onConflictDoUpdate({ target: users.email, set: values, setWhere: isNull(users.activated_at) })
        .returning();
      if (!row) throw new ApiError('email_taken');
      await mailActivationLink(ctx, mutation, row);
    });
  } catch (error) {
    await limits.refund(registrationLimit, ip);
    throw error;
  }
}

/** Replaces the account's link by a new one and mails it. */
async function mailActivationLink(
  { env }: AppContext,
  { tx, now, sendMail }: Mutation,
  user: { id: string; email: string },
): Promise<void> {
  const token = newToken();
  const link = { token_hash: hashToken(token), expires_at: new Date(now.getTime() + linkLifetimeMs) };
  await tx
    .insert(activationLinks)
    .values({ user_id: user.id, ...link })
    .onConflictDoUpdate({ target: activationLinks.user_id, set: link });
  await sendMail(activationMail(user.email, env.siteUrl, token));
}

/** Activates the account of a mailed link, once. Throws `link_expired`. */
export const activateAccount = (ctx: AppContext, token: string): Promise<void> =>
  mutate(ctx, null, async ({ tx, now }) => {
    const [link] = await tx
      .delete(activationLinks)
      .where(and(eq(activationLinks.token_hash, hashToken(token)), gt(activationLinks.expires_at, now)))
      .returning();
    if (!link) throw new ApiError('link_expired');
    await tx
      .update(users)
      .set({ activated_at: now })
      .where(and(eq(users.id, link.user_id), isNull(users.activated_at)));
  });

/** Mails a new link to an account that waits for activation; any other address is ignored with the same answer. */
export async function resendActivationLink(ctx: AppContext, email: string): Promise<void> {
  await ctx.limits.consumeAll(activationLinkLimits(email));
  await mutate(ctx, null, async (mutation) => {
    const isWaiting = and(eq(users.email, email), isNull(users.activated_at), isNull(users.deactivated_at));
    const [row] = await mutation.tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(isWaiting)
      .for('update');
    if (row) await mailActivationLink(ctx, mutation, row);
  });
}
