import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { Secret } from 'otpauth';
import encodeQr from 'qr';
import { joinName } from '../../shared/names.ts';
import { reauthenticate } from '../account/account.service.ts';
import type { Caller } from '../account/caller.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Limit } from '../limits/limits.service.ts';
import { mutate } from '../mutation.ts';
import { recordSecurityEvent, type SecurityEvent } from '../security/security.service.ts';
import { readSite } from '../site/site.service.ts';
import {
  consumeCode,
  decryptSecret,
  factorData,
  findStep,
  newRecoveryCode,
  sealCode,
  totpOf,
} from './codes.service.ts';
import { secondFactorOffMail, secondFactorOnMail } from './secondFactor.mails.ts';
import { recoveryCodes, secondFactors } from './secondFactor.tables.ts';

const recoveryCodeCount = 10;
/** Wrong codes of somebody who is signed in; those of a sign-in count as its failures. */
const codeLimit: Limit = { name: 'second-factor', points: 10, seconds: 3600 };
/** Tries to switch it on, right ones too: each of those is mailed, and stays in the audit log. */
const switchLimit: Limit = { name: 'second-factor-on', points: 30, seconds: 3600 };

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

/** Returns the ids of those of the users whose second factor is on. */
export async function filterWithSecondFactor(db: Database, users: { id: string }[]): Promise<Set<string>> {
  if (!users.length) return new Set();
  const userIds = users.map(({ id }) => id);
  const isOn = and(inArray(secondFactors.user_id, userIds), isNotNull(secondFactors.enabled_at));
  const rows = await db.select({ id: secondFactors.user_id }).from(secondFactors).where(isOn);
  return new Set(rows.map(({ id }) => id));
}

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
  const pending_secret = ctx.encryption.encrypt(secret, factorData(user.id));
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
  caller: Caller,
): Promise<string[]> {
  await ctx.limits.consumeAll([
    [codeLimit, user.id],
    [switchLimit, user.id],
  ]);
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await mutate(ctx, user.id, async (mutation) => {
    const { tx, now, audit, sendMail } = mutation;
    const [row] = await tx.select().from(secondFactors).where(eq(secondFactors.user_id, user.id)).for('update');
    const secret = row?.pending_secret && decryptSecret(ctx.encryption, row.pending_secret, user.id);
    if (!secret) throw new ApiError('conflict');
    const step = findStep(secret, code, now);
    if (step === undefined) throw invalid({ code: 'Kod hatalı. Uygulamada görünen altı haneyi girin.' });
    const isProven = !row.enabled_at || (otp && (await consumeCode(ctx, mutation, user.id, otp, caller)));
    if (!isProven) throw new ApiError('otp_wrong');
    await tx
      .update(secondFactors)
      .set({ secret: row.pending_secret, pending_secret: null, enabled_at: now, last_step: step })
      .where(eq(secondFactors.user_id, user.id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user.id));
    const sealed = codes.map((text) => ({ user_id: user.id, sealed: sealCode(ctx, user.id, text) }));
    await tx.insert(recoveryCodes).values(sealed);
    await audit({ action: 'enable', entity: 'second_factor', entityId: user.id });
    await recordSecurityEvent(ctx, mutation, { kind: 'second_factor_on', userId: user.id, caller });
    await sendMail(secondFactorOnMail(user.email, ctx.env.siteUrl, joinName(user)));
  });
  await ctx.limits.reset(codeLimit, user.id);
  return codes;
}

/** Switches the caller's own second factor off. Throws as `reauthenticate`, and `otp_wrong`. */
export async function removeSecondFactor(
  ctx: AppContext,
  session: SessionUser,
  { current_password, otp }: { current_password?: string; otp: string },
  caller: Caller,
): Promise<void> {
  const { user } = session;
  await reauthenticate(ctx, session, current_password);
  await requireSecondFactor(ctx, user.id, caller, otp);
  await switchOff(ctx, user.id, user, { kind: 'second_factor_off', userId: user.id, caller });
}

/** Whose second factor it is, and how they are mailed. */
type Addressee = Pick<SessionUser['user'], 'id' | 'email' | 'name' | 'surname'>;

/** Switches somebody's second factor off for them, after the acting admin has proven their own. */
export async function removeSecondFactorOf(
  ctx: AppContext,
  session: SessionUser,
  target: Addressee,
  proof: Proof,
  caller: Caller,
): Promise<void> {
  if (target.id === session.user.id) throw new ApiError('own_account');
  await proveByPassword(ctx, session, proof, caller);
  await switchOff(ctx, session.user.id, target, { kind: 'second_factor_off_by_admin', userId: target.id });
}

/** Deletes the factor; only one that was on is audited and mailed. */
const switchOff = (ctx: AppContext, actorId: string, user: Addressee, event: SecurityEvent) =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, audit, sendMail } = mutation;
    const [removed] = await tx.delete(secondFactors).where(eq(secondFactors.user_id, user.id)).returning();
    if (!removed?.enabled_at) return;
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user.id));
    await audit({ action: 'disable', entity: 'second_factor', entityId: user.id });
    await recordSecurityEvent(ctx, mutation, event);
    await sendMail(secondFactorOffMail(user.email, ctx.env.siteUrl, joinName(user)));
  });

/** Whether `otp` lets the user in after the password: a code, used up then, or any where there is no second factor. */
export const isSignInCode = async (ctx: AppContext, userId: string, caller: Caller, otp?: string): Promise<boolean> =>
  !(await hasSecondFactor(ctx.db, userId)) ||
  (otp !== undefined && (await mutate(ctx, userId, (mutation) => consumeCode(ctx, mutation, userId, otp, caller))));

/**
 * The second step of a sign-in with Google, where no password was counted: throws `otp_required` where a code is needed
 * and none was sent, `otp_wrong` as 401 for a wrong one, `too_many_requests` after ten of them.
 */
export async function checkGoogleCode(ctx: AppContext, userId: string, caller: Caller, otp?: string): Promise<void> {
  if (!(await hasSecondFactor(ctx.db, userId))) return;
  if (!otp) throw new ApiError('otp_required');
  await ctx.limits.consume(codeLimit, userId);
  if (!(await isSignInCode(ctx, userId, caller, otp))) {
    const failed = { kind: 'sign_in_failed', userId, caller, refusal: 'otp_wrong' } as const;
    await mutate(ctx, userId, (mutation) => recordSecurityEvent(ctx, mutation, failed));
    throw new ApiError('otp_wrong', {}, { status: 401 });
  }
  await ctx.limits.reset(codeLimit, userId);
}

/** What proves once more who sits at a session. */
export interface Proof {
  current_password?: string;
  otp?: string;
}

/**
 * Asks again who acts, before changes of what protects admins: the password as in `reauthenticate` and, where the actor
 * has a second factor, a code. Throws `reauthentication_required` (`asks_code` where a code is missing),
 * `wrong_password`, `otp_wrong`.
 */
export async function proveIdentity(
  ctx: AppContext,
  session: SessionUser,
  { current_password, otp }: Proof,
  caller: Caller,
): Promise<void> {
  if (!otp && (await hasSecondFactor(ctx.db, session.user.id)))
    throw new ApiError('reauthentication_required', {
      message: 'Güvenliğiniz için şifrenizi ve doğrulama kodunuzu girin.',
      asks_code: true,
    });
  await reauthenticate(ctx, session, current_password);
  await requireSecondFactor(ctx, session.user.id, caller, otp);
}

/**
 * As `proveIdentity`, but a recent sign-in does not do: whoever found an open session must neither swap the account
 * that buyers pay to nor take somebody's second factor away.
 */
export async function proveByPassword(
  ctx: AppContext,
  session: SessionUser,
  proof: Proof,
  caller: Caller,
): Promise<void> {
  if (!proof.current_password) {
    const asks_code = await hasSecondFactor(ctx.db, session.user.id);
    throw new ApiError('reauthentication_required', asks_code ? { asks_code } : {});
  }
  await proveIdentity(ctx, session, proof, caller);
}

/** Passes where the user has no second factor or `otp` is a good code of it, then used up. Throws `otp_wrong`. */
async function requireSecondFactor(ctx: AppContext, userId: string, caller: Caller, otp?: string): Promise<void> {
  if (!(await hasSecondFactor(ctx.db, userId))) return;
  await ctx.limits.consume(codeLimit, userId);
  if (!(await isSignInCode(ctx, userId, caller, otp))) throw new ApiError('otp_wrong');
  await ctx.limits.reset(codeLimit, userId);
}
