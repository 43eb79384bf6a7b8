import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { fold } from '../../shared/fold.ts';
import { foldEmail } from '../../shared/text.ts';
import type { AppContext } from '../context.ts';
import { users } from './account.tables.ts';
import { hashPassword } from './passwords.ts';

/**
 * Makes the first admin where none is (CONTRACT.md 7). Answers the password only when it was made up here,
 * so that it can be printed once.
 */
export async function ensureAdmin({
  db,
  env,
  clock,
}: AppContext): Promise<{ email: string; password: string } | undefined> {
  const email = foldEmail(env.adminEmail ?? 'admin@ornek.com');
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(env.adminEmail ? eq(users.email, email) : and(eq(users.role, 'admin'), isNull(users.deactivated_at)))
    .limit(1);
  if (admin) return undefined;
  const password = env.adminPassword ?? randomBytes(12).toString('base64url');
  const made = await db
    .insert(users)
    .values({
      email,
      name: 'Site',
      surname: 'Yöneticisi',
      role: 'admin',
      password_hash: await hashPassword(password),
      activated_at: clock(),
      search: fold(`Site Yöneticisi ${email}`),
    })
    // Another process that started at the same moment made it, and prints its password.
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return made.length && !env.adminPassword ? { email, password } : undefined;
}
