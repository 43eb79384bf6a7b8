import { randomInt } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Caller } from '../account/caller.ts';
import type { AppContext } from '../context.ts';
import { deleteRows } from '../db/sql.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { sha256 } from '../hash.ts';
import type { Mutation } from '../mutation.ts';
import { recordSecurityEvent } from '../security/security.service.ts';
import { recoveryCodes, secondFactors } from './secondFactor.tables.ts';

const stepSeconds = 30;
/** Letters and digits nobody mistakes for each other; ten of them are 50 random bits. */
const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Binds what is encrypted to its person. */
export const factorData = (userId: string) => `second factor ${userId}`;

/** The codes of a secret over time (RFC 6238); label and issuer name the account in the app. */
export const totpOf = (secret: string, label?: string, issuer?: string) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: stepSeconds, secret: Secret.fromBase32(secret), label, issuer });

/** Accepts a code of the app or a recovery code once; false where it is none, or was used before. */
export async function consumeCode(
  ctx: AppContext,
  mutation: Mutation,
  userId: string,
  code: string,
  caller: Caller,
): Promise<boolean> {
  const { encryption } = ctx;
  const { tx, now } = mutation;
  if (!/^\d{6}$/.test(code)) {
    const stored = await tx.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
    const marks = encryption.fingerprints(`recovery ${userId} ${code}`);
    const match = stored.find(({ sealed, fingerprint }) =>
      sealed ? decryptSecret(encryption, sealed, userId) === sha256(code) : marks.includes(fingerprint ?? ''),
    );
    if (!match) return false;
    if (!(await deleteRows(tx, recoveryCodes, eq(recoveryCodes.id, match.id)))) return false;
    await recordSecurityEvent(ctx, mutation, { kind: 'recovery_code_used', userId, caller });
    return true;
  }
  const mine = eq(secondFactors.user_id, userId);
  const [row] = await tx.select().from(secondFactors).where(mine);
  if (!row?.secret || !row.enabled_at) return false;
  const secret = decryptSecret(encryption, row.secret, userId);
  const step = secret === undefined ? undefined : findStep(secret, code, now);
  if (step === undefined) return false;
  // One statement decides, so that of two requests with the same code one gets through.
  const isUnused = and(mine, lt(secondFactors.last_step, step));
  const used = await tx.update(secondFactors).set({ last_step: step }).where(isUnused).returning();
  return used.length > 0;
}

/** The time step a code belongs to, the present one or one beside it; undefined for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / stepSeconds) + delta;
}

export const sealCode = ({ encryption }: AppContext, userId: string, code: string): Buffer =>
  encryption.encrypt(sha256(code.replace('-', '')), factorData(userId));

/** Decrypts what is encrypted of a person's second factor; undefined where its key is missing. */
export const decryptSecret = (encryption: Encryption, sealed: Buffer, userId: string): string | undefined =>
  encryption.tryDecrypt(sealed, factorData(userId)) as string | undefined;

export function newRecoveryCode(): string {
  const signs = Array.from({ length: 10 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('');
  return `${signs.slice(0, 5)}-${signs.slice(5)}`;
}
