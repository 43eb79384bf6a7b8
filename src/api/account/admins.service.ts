import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { users } from './account.tables.ts';

/**
 * Everybody who can act as admin, their rows held to the end of the transaction: two admins who take each other's role
 * at the same moment go one after the other, and the second finds that the first is gone.
 */
export async function lockAdmins(tx: Database): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deactivated_at), isNotNull(users.activated_at)))
    .orderBy(users.id)
    .for('update');
  return new Set(rows.map(({ id }) => id));
}
