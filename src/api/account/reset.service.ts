import { randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { queueMail, queueNothing } from '../mail/outbox.service.ts';
import { resetTakes, signInTakes } from './account.limits.ts';
import { passwordChangedMail, resetCodeMail } from './account.mails.ts';
import { resetCodes, users } from './account.tables.ts';
import { refuseCommon } from './common.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.service.ts';

/** CONTRACT.md 2: a code is good for 180 s, once verified for 10 minutes; five wrong tries kill it. */
const codeLifetime = 180_000;
const verifiedLifetime = 600_000;
const tries = 5;

const hashCode = (email: string, code: string) => sha256(`${email} ${code}`);

/** Mails a new code, which kills the old one. An address nobody has gets one too, kept but never mailed. */
export async function requestReset(ctx: AppContext, email: string): Promise<void> {
  const { db, clock, limits } = ctx;
  await limits.consumeAll(resetTakes(email));
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deactivated_at)));
    const values = {
      user_id: user?.id ?? null,
      code_hash: hashCode(email, code),
      tries: 0,
      expires_at: new Date(clock().getTime() + codeLifetime),
      verified_at: null,
    };
    await tx
      .insert(resetCodes)
      .values({ email, ...values })
      .onConflictDoUpdate({ target: resetCodes.email, set: values });
    // Both ways the same statements run, so that time tells nothing either.
    const mail = resetCodeMail(email, code);
    await (user ? queueMail(tx, mail) : queueNothing(tx, mail.kind));
  });
  ctx.events.emit('mail');
}

const alive = (email: string, now: Date) =>
  and(eq(resetCodes.email, email), lt(resetCodes.tries, tries), gt(resetCodes.expires_at, now));

/** Checks a code and counts a wrong one, in one statement: parallel guesses get no sixth try. Throws `otp_invalid`. */
export async function verifyCode({ db, clock }: AppContext, email: string, code: string): Promise<void> {
  const now = clock();
  const fits = sql<boolean>`${resetCodes.code_hash} = ${hashCode(email, code)}`;
  const first = sql`${fits} and ${resetCodes.verified_at} is null`;
  const until = new Date(now.getTime() + verifiedLifetime);
  const [checked] = await db
    .update(resetCodes)
    .set({
      tries: sql`case when ${fits} then ${resetCodes.tries} else ${resetCodes.tries} + 1 end`,
      verified_at: sql`case when ${first} then ${now.toISOString()}::timestamptz else ${resetCodes.verified_at} end`,
      expires_at: sql`case when ${first} then ${until.toISOString()}::timestamptz else ${resetCodes.expires_at} end`,
    })
    .where(alive(email, now))
    .returning({ fits });
  if (!checked?.fits) throw new ApiError('otp_invalid');
}

/** What a reset needs. */
export interface Reset {
  email: string;
  code: string;
  password: string;
  ip: string;
}

/**
 * Sets a new password with a verified code, once also under parallel calls, and ends all sessions. Whoever reads the
 * address's mail may activate the account, so an account still waiting is active from then on. Throws `otp_invalid`.
 */
export async function resetPassword(ctx: AppContext, { email, code, password, ip }: Reset): Promise<void> {
  const { db, clock, env, limits } = ctx;
  await refuseCommon(password, 'newPassword');
  const verified = and(
    alive(email, clock()),
    eq(resetCodes.code_hash, hashCode(email, code)),
    isNotNull(resetCodes.verified_at),
    isNotNull(resetCodes.user_id),
  );
  // Looked at before the costly hash; the delete below decides.
  if (!(await db.$count(resetCodes, verified))) {
    await countWrongTry(db, email, code, clock());
    throw new ApiError('otp_invalid');
  }
  const password_hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const [used] = await tx.delete(resetCodes).where(verified).returning();
    if (!used?.user_id) throw new ApiError('otp_invalid');
    const [user] = await tx
      .update(users)
      .set({ password_hash, activated_at: sql`coalesce(${users.activated_at}, ${clock().toISOString()}::timestamptz)` })
      .where(and(eq(users.id, used.user_id), isNull(users.deactivated_at)))
      .returning();
    if (!user) throw new ApiError('otp_invalid');
    await endSessions(tx, user.id);
    await queueMail(tx, passwordChangedMail(user.email, env.siteUrl, user.name));
  });
  // Who forgot a password has mistyped it before; the new one must not stand before a closed door.
  await limits.reset(...signInTakes(email, ip)[0]);
  ctx.events.emit('mail');
}

async function countWrongTry(db: Database, email: string, code: string, now: Date): Promise<void> {
  await db
    .update(resetCodes)
    .set({ tries: sql`${resetCodes.tries} + 1` })
    .where(and(alive(email, now), ne(resetCodes.code_hash, hashCode(email, code))));
}
