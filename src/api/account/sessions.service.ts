import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import type { Platform } from '../platform.ts';
import { sessions, users } from './account.tables.ts';

type UserRow = typeof users.$inferSelect;

/** A living session and whose it is. */
export interface SessionUser {
  id: string;
  user: UserRow;
  authenticatedAt: Date;
}

const hour = 3_600_000;
/** CONTRACT.md 2: idle and absolute end, by role. */
const lifetimes = {
  user: { idle: 7 * 24 * hour, absolute: 30 * 24 * hour },
  admin: { idle: 8 * hour, absolute: 24 * hour },
};

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** 256 random bits, as they travel. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Opens a session; answers the token, which is stored nowhere. */
export async function openSession(db: Database, userId: string, device: string, now: Date): Promise<string> {
  const token = newToken();
  await db.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: userId,
    device: device.slice(0, 200),
    created_at: now,
    last_used_at: now,
    authenticated_at: now,
  });
  return token;
}

/** The session a token belongs to, unless it is over or its user deactivated. Using it puts its idle end off. */
export async function findSession({ db, clock }: Platform, token: string): Promise<SessionUser | undefined> {
  const now = clock();
  const [row] = await db
    .select()
    .from(sessions)
    .innerJoin(users, eq(sessions.user_id, users.id))
    .where(and(eq(sessions.token_hash, hashToken(token)), isNull(users.deactivated_at)));
  if (!row) return undefined;
  const { idle, absolute } = lifetimes[row.users.role];
  const unused = now.getTime() - row.sessions.last_used_at.getTime();
  if (unused > idle || now.getTime() - row.sessions.created_at.getTime() > absolute) return undefined;
  // Once a minute is enough for the idle end and keeps reading calls from writing.
  if (unused > 60_000) {
    await db
      .update(sessions)
      .set({ last_used_at: sql`greatest(${sessions.last_used_at}, ${now.toISOString()}::timestamptz)` })
      .where(eq(sessions.id, row.sessions.id));
  }
  return { id: row.sessions.id, user: row.users, authenticatedAt: row.sessions.authenticated_at };
}
