import { randomInt } from 'node:crypto';
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import encodeQr from 'qr';
import { reauthenticate } from '../account/account.service.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Encryption } from '../enquiries/encryption.ts';
import { ApiError, invalid } from '../errors.ts';
import { sha256 } from '../hash.ts';
import type { Limit } from '../limits/limits.service.ts';
import { mutate } from '../mutation.ts';
import { readSite } from '../site/site.service.ts';
import { secondFactorOffMail, secondFactorOnMail } from './secondFactor.mails.ts';
import { recoveryCodes, secondFactors } from './secondFactor.tables.ts';

const stepSeconds = 30;
const recoveryCodeCount = 10;
/** Letters and digits nobody mistakes for each other; ten of them are 50 random bits. */
const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';
/** Wrong codes of somebody who is signed in; those of a sign-in count as its failures. */
const codeLimit: Limit = { name: 'second-factor', points: 10, seconds: 3600 };

/** Binds what is encrypted to its person. */
export const about = (userId: string) => `second factor ${userId}`;

const totpOf = (secret: string, label?: string, issuer?: string) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret), label, issuer });

/** Whether a user's second factor is on, and how many recovery codes are left. */
export async function readSecondFactor(
  db: Database,
  userId: string,
): Promise<{ enabled: boolean; recovery_codes_left: number }> {
  const enabled = await hasSecondFactor(db, userId);
  const left = enabled ? await db.$count(recoveryCodes, eq(recoveryCodes.user_id, userId)) : 0;
  return { enabled, recovery_codes_left: left };
}

export const hasSecondFactor = async (db: Database, userId: string): Promise<boolean> =>
  (await db.$count(secondFactors, and(eq(secondFactors.user_id, userId), isNotNull(secondFactors.enabled_at)))) > 0;

/**
 * Prepares a new secret (RFC 6238: SHA-1, 6 digits, 30 seconds); the one before stands until it is confirmed.
 * Throws as `reauthenticate`.
 */
export async function prepareSecondFactor(
  ctx: AppContext,
  session: SessionUser,
  currentPassword: string | undefined,
): Promise<{ secret: string; uri: string; qr: string }> {
  await reauthenticate(ctx, session, currentPassword);
  const { user } = session;
  const secret = new Secret({ size: 20 }).base32;
  const pending_secret = ctx.encryption.encrypt(secret, about(user.id));
  await mutate(ctx, user.id, async ({ tx }) => {
    await tx
      .insert(secondFactors)
      .values({ user_id: user.id, pending_secret })
      .onConflictDoUpdate({ target: secondFactors.user_id, set: { pending_secret } });
  });
  const { name } = await readSite(ctx.db);
  const uri = totpOf(secret, user.email, name).toString();
  return { secret, uri, qr: encodeQr(uri, 'svg', { border: 2 }) };
}

/**
 * Switches the prepared secret on and answers the recovery codes, which are shown once. Throws `invalid` for a wrong
 * code, `otp_wrong` where one is on already and `otp` is none of its codes, `conflict` where nothing is prepared.
 */
export async function confirmSecondFactor(
  ctx: AppContext,
  { user }: SessionUser,
  { code, otp }: { code: string; otp?: string },
): Promise<string[]> {
  await ctx.limits.consume(codeLimit, user.id);
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await mutate(ctx, user.id, async ({ tx, now, audit, sendMail }) => {
    const [row] = await tx.select().from(secondFactors).where(eq(secondFactors.user_id, user.id)).for('update');
    if (!row?.pending_secret) throw new ApiError('conflict');
    const secret = ctx.encryption.decrypt(row.pending_secret, about(user.id)) as string;
    const step = findStep(secret, code, now);
    if (step === undefined) throw invalid({ code: 'Kod hatalı. Uygulamada görünen altı haneyi girin.' });
    if (row.enabled_at && !(otp && (await consumeCode(ctx, tx, user.id, otp, now)))) throw new ApiError('otp_wrong');
    await tx
      .update(secondFactors)
      .set({ secret: row.pending_secret, pending_secret: null, enabled_at: now, last_step: step })
      .where(eq(secondFactors.user_id, user.id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user.id));
    await tx
      .insert(recoveryCodes)
      .values(codes.map((text) => ({ user_id: user.id, sealed: sealCode(ctx, user.id, text) })));
    await audit({ action: 'enable', entity: 'second_factor', entityId: user.id });
    await sendMail(secondFactorOnMail(user.email, ctx.env.siteUrl, user.name));
  });
  await ctx.limits.reset(codeLimit, user.id);
  return codes;
}

/** Switches the caller's own second factor off. Throws as `reauthenticate`, and `otp_wrong`. */
export async function removeSecondFactor(
  ctx: AppContext,
  session: SessionUser,
  { current_password, otp }: { current_password?: string; otp: string },
): Promise<void> {
  const { user } = session;
  await reauthenticate(ctx, session, current_password);
  await requireSecondFactor(ctx, user.id, otp);
  await switchOff(ctx, user.id, user);
}

/** Switches somebody's second factor off for them, after the acting admin has proven their own. */
export async function removeSecondFactorOf(
  ctx: AppContext,
  session: SessionUser,
  target: { id: string; email: string; name: string },
  { current_password, otp }: { current_password?: string; otp?: string },
): Promise<void> {
  if (target.id === session.user.id) throw new ApiError('own_account');
  await reauthenticate(ctx, session, current_password);
  await requireSecondFactor(ctx, session.user.id, otp);
  await switchOff(ctx, session.user.id, target);
}

const switchOff = (ctx: AppContext, actorId: string, user: { id: string; email: string; name: string }) =>
  mutate(ctx, actorId, async ({ tx, audit, sendMail }) => {
    await tx.delete(secondFactors).where(eq(secondFactors.user_id, user.id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user.id));
    await audit({ action: 'disable', entity: 'second_factor', entityId: user.id });
    await sendMail(secondFactorOffMail(user.email, ctx.env.siteUrl, user.name));
  });

/**
 * The second step of a sign-in, after the password: throws `otp_required` where a code is needed and none was sent, and
 * `otp_wrong` as 401 for a wrong one.
 */
export async function checkSignInCode(ctx: AppContext, userId: string, otp: string | undefined): Promise<void> {
  if (!(await hasSecondFactor(ctx.db, userId))) return;
  if (!otp) throw new ApiError('otp_required');
  if (!(await consumeCode(ctx, ctx.db, userId, otp, ctx.clock()))) throw new ApiError('otp_wrong', {}, { status: 401 });
}

/**
 * Passes where the user has no second factor or `otp` is a good code of it, which is then used up. Throws `otp_wrong`,
 * also where none was sent.
 */
export async function requireSecondFactor(ctx: AppContext, userId: string, otp: string | undefined): Promise<void> {
  if (!(await hasSecondFactor(ctx.db, userId))) return;
  await ctx.limits.consume(codeLimit, userId);
  if (!otp || !(await consumeCode(ctx, ctx.db, userId, otp, ctx.clock()))) throw new ApiError('otp_wrong');
  await ctx.limits.reset(codeLimit, userId);
}

/** Accepts a code of the app or a recovery code once; false where it is none, or was used before. */
export async function consumeCode(
  { encryption }: Pick<AppContext, 'encryption'>,
  db: Database,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) {
    const stored = await db.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
    const marks = encryption.fingerprints(`recovery ${userId} ${code}`);
    const match = stored.find(({ sealed, fingerprint }) =>
      sealed ? isCode(encryption, sealed, userId, code) : marks.includes(fingerprint ?? ''),
    );
    if (!match) return false;
    const used = await db
      .delete(recoveryCodes)
      .where(eq(recoveryCodes.id, match.id))
      .returning({ id: recoveryCodes.id });
    return used.length > 0;
  }
  const mine = eq(secondFactors.user_id, userId);
  const [row] = await db.select().from(secondFactors).where(mine);
  if (!row?.secret || !row.enabled_at) return false;
  const step = findStep(encryption.decrypt(row.secret, about(userId)) as string, code, now);
  if (step === undefined) return false;
  // One statement decides, so that of two requests with the same code one gets through.
  const used = await db
    .update(secondFactors)
    .set({ last_step: step })
    .where(and(mine, lt(secondFactors.last_step, step)))
    .returning({ user_id: secondFactors.user_id });
  return used.length > 0;
}

/** The time step a code belongs to, the present one or one beside it; undefined for a wrong code. */
function findStep(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
}

const sealCode = ({ encryption }: AppContext, userId: string, code: string): Buffer =>
  encryption.encrypt(sha256(code.replace('-', '')), about(userId));

/** Whether a stored hash is that of the code; false where its key is missing. */
function isCode(encryption: Encryption, sealed: Buffer, userId: string, code: string): boolean {
  try {
    return encryption.decrypt(sealed, about(userId)) === sha256(code);
  } catch {
    return false;
  }
}

function newRecoveryCode(): string {
  const signs = Array.from({ length: 10 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('');
  return `${signs.slice(0, 5)}-${signs.slice(5)}`;
}
