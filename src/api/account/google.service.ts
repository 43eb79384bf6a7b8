import { eq, or, sql } from 'drizzle-orm';
import type { User } from '../../contract/account.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { queueMail } from '../mail/outbox.service.ts';
import { googleLinkedMail } from './account.mails.ts';
import { activationLinks, users } from './account.tables.ts';
import { askAuthService, type GoogleUser } from './google.ts';
import { endSessions, openSession } from './sessions.service.ts';
import { searchOf, toUser, type UserRow } from './users.ts';

/**
 * Signs in whoever the auth service says the access token belongs to: a linked account, else the one with that e-mail
 * (linked from now on), else a new one. Throws what `askAuthService` throws, and `deactivated`.
 */
export async function signInWithGoogle(
  ctx: AppContext,
  accessToken: string | undefined,
  device: string,
): Promise<{ token: string; user: User }> {
  const { db, env, clock } = ctx;
  const google = await askAuthService(env, accessToken);
  const answer = await db.transaction(async (tx) => {
    const user = (await findLocked(tx, google)) ?? (await add(tx, google, clock()));
    if (user.deactivated_at) throw new ApiError('deactivated');
    const linked = user.google_id === google.id ? user : await link(ctx, tx, user, google);
    return { token: await openSession(tx, linked.id, device, clock()), user: toUser(linked) };
  });
  ctx.events.emit('mail');
  return answer;
}

/** The linked account before the one that only shares the e-mail. */
async function findLocked(tx: Database, { id, email }: GoogleUser): Promise<UserRow | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(or(eq(users.google_id, id), eq(users.email, email)))
    .orderBy(sql`${users.google_id} = ${id} desc nulls last`)
    .limit(1)
    .for('update');
  return row;
}

async function add(tx: Database, { id, ...details }: GoogleUser, now: Date): Promise<UserRow> {
  const [row] = await tx
    .insert(users)
    .values({ ...details, google_id: id, activated_at: now, created_at: now, search: searchOf(details) })
    .onConflictDoNothing()
    .returning();
  // Another call with the same token was a moment faster.
  const found = row ?? (await findLocked(tx, { id, ...details }));
  if (!found) throw new ApiError('conflict');
  return found;
}

async function link({ env, clock }: AppContext, tx: Database, user: UserRow, google: GoogleUser): Promise<UserRow> {
  const { name, surname, email } = google;
  // Never activated: who set that password and wrote that name is not known to be who reads this mailbox.
  const taken = user.activated_at
    ? {}
    : { activated_at: clock(), password_hash: null, name, surname, search: searchOf({ name, surname, email }) };
  const [row] = await tx
    .update(users)
    .set({ google_id: google.id, ...taken })
    .where(eq(users.id, user.id))
    .returning();
  if (!user.activated_at) {
    await tx.delete(activationLinks).where(eq(activationLinks.user_id, user.id));
    await endSessions(tx, user.id);
  } else await queueMail(tx, googleLinkedMail(user.email, env.siteUrl, user.name));
  return row as UserRow;
}
