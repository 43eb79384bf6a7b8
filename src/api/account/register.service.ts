import { and, desc, eq, exists, isNull, lte, not } from 'drizzle-orm';
import { z } from 'zod';
import type { Registration } from '../../contract/account.ts';
import { id } from '../../contract/endpoint.ts';
import { hourMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { perNetwork } from '../limits/limits.service.ts';
import { queueNothing, topicOf } from '../mail/outbox.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { activationLinkLimits, registrationLimit } from './account.limits.ts';
import { activationMail } from './account.mails.ts';
import { activationLinks, users } from './account.tables.ts';
import type { Caller } from './caller.ts';
import { hashPassword, rejectCommonPassword } from './passwords.ts';
import { hashToken, newToken } from './sessions.service.ts';

const linkLifetimeMs = 24 * hourMs;
/** How long a registration is kept, so that its link can be sent again. */
const registrationLifetimeMs = 7 * 24 * hourMs;

/**
 * Keeps a registration and mails its link. Nothing of it reaches the account before the link is opened; other
 * registrations of the address stay as they are. Throws `email_taken`, or 422 for a common password.
 */
export async function register(ctx: AppContext, registration: Registration, { networks }: Caller): Promise<void> {
  const { db, limits } = ctx;
  const { email, password } = registration;
  await rejectCommonPassword(password, 'password');
  const checks = perNetwork(registrationLimit, networks);
  for (const check of checks) await limits.check(...check);
  // Spares the costly hash; the insert below decides.
  const [known] = await db.select({ activated_at: users.activated_at }).from(users).where(eq(users.email, email));
  if (known?.activated_at) throw new ApiError('email_taken');
  await limits.consumeAll(checks);
  try {
    const password_hash = await hashPassword(password);
    await mutate(ctx, null, async (mutation) => {
      const user_id = await reserveAccount(mutation, email);
      const { token, ...link } = newLink(mutation.now);
      const { name, surname, phone_number, cart } = registration;
      await mutation.tx.insert(activationLinks).values({
        user_id,
        ...{ name, surname, phone_number, password_hash, ...link },
        cart: toCartLines(cart ?? []),
        created_at: mutation.now,
      });
      await mutation.sendMail(activationMail(email, ctx.env.siteUrl, { token, until: link.expires_at }));
    });
  } catch (error) {
    await limits.resetAndRefund([], checks);
    throw error;
  }
}

/** Returns the id of the address's account that waits for activation; it is blank. Throws `email_taken`. */
async function reserveAccount({ tx, now }: Mutation, email: string): Promise<string> {
  const [row] = await tx
    .insert(users)
    .values({ email, name: '', surname: '', search: email, created_at: now })
    // A role given to an earlier registration was meant for somebody else.
    .onConflictDoUpdate({ target: users.email, set: { role: 'user' }, setWhere: isNull(users.activated_at) })
    .returning({ id: users.id });
  if (!row) throw new ApiError('email_taken');
  return row.id;
}

function newLink(now: Date): { token: string; token_hash: string; expires_at: Date } {
  const token = newToken();
  return { token, token_hash: hashToken(token), expires_at: new Date(now.getTime() + linkLifetimeMs) };
}

const cartLine = z.object({ product_id: id, quantity: z.int().positive() });

/** The lines of a guest cart that can be merged later, without other fields. */
const toCartLines = (items: unknown[]): z.output<typeof cartLine>[] =>
  items.flatMap((item) => cartLine.safeParse(item).data ?? []);

/**
 * Mails the link of an address's newest registration again, under a new token that replaces the old one. Any other
 * address gets the same answer for the same work.
 */
export async function resendActivationLink(ctx: AppContext, email: string, { networks }: Caller): Promise<void> {
  await ctx.limits.consumeAll(activationLinkLimits(email, networks));
  await mutate(ctx, null, async ({ tx, now, sendMail, emit }) => {
    const newest = tx
      .select({ id: activationLinks.id })
      .from(activationLinks)
      .innerJoin(users, eq(users.id, activationLinks.user_id))
      .where(and(eq(users.email, email), isNull(users.activated_at), isNull(users.deactivated_at)))
      .orderBy(desc(activationLinks.created_at))
      .limit(1);
    const { token, ...link } = newLink(now);
    const [row] = await tx
      .update(activationLinks)
      .set({ ...link, tries: 0 })
      .where(eq(activationLinks.id, newest))
      .returning({ id: activationLinks.id });
    const mail = activationMail(email, ctx.env.siteUrl, { token, until: link.expires_at });
    await (row ? sendMail(mail) : queueNothing(tx, mail.kind));
    emit(topicOf(mail));
  });
}

/** Deletes registrations nobody activated in a week, once their links end, and the blank accounts left without one. */
export async function deleteExpiredRegistrations(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - registrationLifetimeMs);
  const isOver = and(lte(activationLinks.created_at, oldest), lte(activationLinks.expires_at, now));
  await db.delete(activationLinks).where(isOver);
  const waiting = db.select().from(activationLinks).where(eq(activationLinks.user_id, users.id));
  const isBlank = and(isNull(users.activated_at), isNull(users.deactivated_at));
  await db.delete(users).where(and(isBlank, lte(users.created_at, oldest), not(exists(waiting))));
}
