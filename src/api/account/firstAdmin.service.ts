import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { password as passwordSchema } from '../../contract/account.ts';
import { foldEmail } from '../../shared/text.ts';
import { hasAuditEntry } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { type Env, EnvError } from '../env.ts';
import { mutate } from '../mutation.ts';
import { toSearchText } from './account.service.ts';
import { users } from './account.tables.ts';
import { endRegistrations } from './activate.service.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';

/**
 * Marks the erasure of ADMIN_EMAIL's account in the audit log, by a keyed hash, so that no later start makes it again;
 * empty for any other address.
 */
export const readAdminMark = ({ env, encryption }: AppContext, email: string): { admin_mark?: string } =>
  env.adminEmail && foldEmail(env.adminEmail) === email
    ? { admin_mark: encryption.fingerprint(`erased admin ${email}`) }
    : {};

/** The mark of ADMIN_EMAIL's erasure under the newest key. */
export const newAdminMark = (ctx: AppContext) => readAdminMark(ctx, foldEmail(ctx.env.adminEmail ?? ''));

/** Whether the audit log has the mark of ADMIN_EMAIL's erasure, under the newest key or an older one. */
export async function findAdminMarks(
  ctx: Pick<AppContext, 'db' | 'env' | 'encryption'>,
): Promise<{ newest: boolean; older: boolean }> {
  const { db, env, encryption } = ctx;
  if (!env.adminEmail) return { newest: false, older: false };
  const marks = encryption.fingerprints(`erased admin ${foldEmail(env.adminEmail)}`);
  const newest = encryption.fingerprint(`erased admin ${foldEmail(env.adminEmail)}`);
  const found = await Promise.all(marks.map((admin_mark) => hasAuditEntry(db, 'erase', 'person', { admin_mark })));
  const isThere = (wanted: boolean) => marks.some((mark, index) => (mark === newest) === wanted && found[index]);
  return { newest: isThere(true), older: isThere(false) };
}

/** Everybody's rules hold for ADMIN_PASSWORD too. Throws EnvError. */
export async function requireAdminPassword({ adminPassword }: Env): Promise<void> {
  if (!adminPassword) return;
  const isGood = passwordSchema.safeParse(adminPassword).success && !(await isCommonPassword(adminPassword));
  if (!isGood)
    throw new EnvError('ADMIN_PASSWORD must have 8 to 128 characters and be none of the commonest passwords');
}

/**
 * Creates the first admin where there is none, also from the blank account of a registration that nobody activated: the
 * address is the product's choice, the registration anybody's. Returns the password only where it was generated, to
 * print it once.
 */
export async function ensureAdmin(ctx: AppContext): Promise<{ email: string; password?: string } | undefined> {
  const { db, env } = ctx;
  const email = foldEmail(env.adminEmail ?? sampleAdminEmail);
  const isActive = isNull(users.deactivated_at);
  const isWanted = env.adminEmail ? eq(users.email, email) : and(eq(users.role, 'admin'), isActive);
  const isThere = and(isWanted, isNotNull(users.activated_at));
  if (await db.$count(users, isThere)) return undefined;
  const erased = await findAdminMarks(ctx);
  if (erased.newest || erased.older) return undefined;
  await requireAdminPassword(env);
  const password = env.adminPassword ?? randomBytes(12).toString('base64url');
  const names = { email, name: 'Site', surname: 'Yöneticisi' };
  const details = { ...names, search: toSearchText(names), password_hash: await hashPassword(password) };
  const created = await mutate(ctx, null, async ({ tx, now }) => {
    const values = { ...details, role: 'admin' as const, activated_at: now };
    const [row] = await tx
      .insert(users)
      .values(values)
      // A process that starts at the same time may have created it; that one prints its password.
      .onConflictDoUpdate({ target: users.email, set: values, setWhere: and(isActive, isNull(users.activated_at)) })
      .returning({ id: users.id });
    if (row) await endRegistrations(tx, row.id, now);
    return row;
  });
  return created && { email, password: env.adminPassword ? undefined : password };
}

/** Address of the first admin where ADMIN_EMAIL names none; nobody reads its mail. */
const sampleAdminEmail = 'admin@ornek.com';

/** Whether somebody can still sign in as the admin with the sample's address. */
export async function hasSampleAdmin(db: Database): Promise<boolean> {
  const isIt = and(eq(users.email, sampleAdminEmail), eq(users.role, 'admin'), isNull(users.deactivated_at));
  return (await db.$count(users, isIt)) > 0;
}
