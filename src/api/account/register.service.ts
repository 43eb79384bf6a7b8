import { and, eq, gt, isNull } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { queueMail } from '../mail/outbox.service.ts';
import { registrations, resendTakes } from './account.limits.ts';
import { activationMail } from './account.mails.ts';
import { activationLinks, users } from './account.tables.ts';
import { refuseCommon } from './common.ts';
import { hashPassword } from './passwords.ts';
import { hashToken, newToken } from './sessions.service.ts';
import { searchOf } from './users.ts';

/** CONTRACT.md 2. */
const linkLifetime = 24 * 3_600_000;

export interface Registration {
  name: string;
  surname: string;
  email: string;
  password: string;
  phone_number: string | null;
}

/**
 * Opens an account that waits for activation and mails the link. An account of the same address that was never
 * activated gives way, its link and password with it. Throws `email_taken`, or 422 for a common password.
 */
export async function register(ctx: AppContext, registration: Registration, ip: string): Promise<void> {
  const { db, limits } = ctx;
  const { password, ...details } = registration;
  await refuseCommon(password, 'password');
  await limits.check(registrations, ip);
  await refuseTaken(db, details.email);
  await limits.consume(registrations, ip);
  try {
    const values = {
      ...details,
      password_hash: await hashPassword(password),
      created_at: ctx.clock(),
      // Whatever an admin gave to the account that gives way was not meant for whoever registers now.
      role: 'user' as const,
      search: searchOf(details),
    };
    await db.transaction(async (tx) => {
      const [row] = await tx
        .insert(users)
        .values(values)
        .onConflictDoUpdate({ target: users.email, set: values, setWhere: isNull(users.activated_at) })
        .returning();
      if (!row) throw new ApiError('email_taken');
      await mailLink(ctx, tx, row);
    });
  } catch (error) {
    await limits.refund(registrations, ip);
    throw error;
  }
  ctx.events.emit('mail');
}

/** Looked at before the costly hash; the insert decides. */
async function refuseTaken(db: Database, email: string): Promise<void> {
  const [row] = await db.select({ activated_at: users.activated_at }).from(users).where(eq(users.email, email));
  if (row?.activated_at) throw new ApiError('email_taken');
}

/** Replaces the account's link by a new one and mails it. */
async function mailLink({ env, clock }: AppContext, tx: Database, user: { id: string; email: string }): Promise<void> {
  const token = newToken();
  const link = { token_hash: hashToken(token), expires_at: new Date(clock().getTime() + linkLifetime) };
  await tx
    .insert(activationLinks)
    .values({ user_id: user.id, ...link })
    .onConflictDoUpdate({ target: activationLinks.user_id, set: link });
  await queueMail(tx, activationMail(user.email, env.siteUrl, token));
}

/** Activates the account a mailed link belongs to, once. Throws `link_expired`. */
export async function activate({ db, clock }: AppContext, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [link] = await tx
      .delete(activationLinks)
      .where(and(eq(activationLinks.token_hash, hashToken(token)), gt(activationLinks.expires_at, clock())))
      .returning();
    if (!link) throw new ApiError('link_expired');
    await tx
      .update(users)
      .set({ activated_at: clock() })
      .where(and(eq(users.id, link.user_id), isNull(users.activated_at)));
  });
}

/** Mails a new link to an account that waits for it; for every other address nothing happens, and it shows nowhere. */
export async function resendLink(ctx: AppContext, email: string): Promise<void> {
  await ctx.limits.consumeAll(resendTakes(email));
  await ctx.db.transaction(async (tx) => {
    const waiting = and(eq(users.email, email), isNull(users.activated_at), isNull(users.deactivated_at));
    const [row] = await tx.select({ id: users.id, email: users.email }).from(users).where(waiting).for('update');
    if (row) await mailLink(ctx, tx, row);
  });
  ctx.events.emit('mail');
}
