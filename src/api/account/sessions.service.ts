import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { isAnyOf } from '../db/rows.ts';
import { notFound } from '../errors.ts';
import { sha256 } from '../hash.ts';
import type { PageRange } from '../paging.ts';
import { sessions, users } from './account.tables.ts';
import type { UserRow } from './users.ts';

/** A living session and whose it is. */
export interface SessionUser {
  id: string;
  user: UserRow;
  authenticatedAt: Date;
}

/** A session as its owner sees it. */
export interface OpenSession {
  id: string;
  current: boolean;
  device: string;
  created_at: string;
  last_used_at: string;
}

const hour = 3_600_000;
/** CONTRACT.md 2: idle and absolute end, by role. */
const lifetimes = {
  user: { idle: 7 * 24 * hour, absolute: 30 * 24 * hour },
  admin: { idle: 8 * hour, absolute: 24 * hour },
};

export const hashToken = (token: string): string => sha256(token);

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

/** Ends one session of a user. Throws `not_found` for what is not theirs. */
export async function endSession(db: Database, userId: string, id: string): Promise<void> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.user_id, userId)))
    .returning({ id: sessions.id });
  if (!ended.length) throw notFound();
}

/** Ends all sessions of a user, but the one to keep. */
export async function endSessions(db: Database, userId: string, keep?: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.user_id, userId), keep ? ne(sessions.id, keep) : undefined));
}

/**
 * The sessions tokens belong to, unless they are over or their user deactivated; in the order asked. Using one puts its
 * idle end off.
 */
export async function findSessions({ db, clock }: AppContext, tokens: string[]): Promise<(SessionUser | undefined)[]> {
  const now = clock();
  const hashes = tokens.map(hashToken);
  const rows = await db
    .select()
    .from(sessions)
    .innerJoin(users, eq(sessions.user_id, users.id))
    .where(and(isAnyOf(sessions.token_hash, hashes), isNull(users.deactivated_at)));
  const living = rows.filter((row) => !isOver(row.sessions, row.users.role, now));
  // Once a minute is enough for the idle end and keeps reading calls from writing.
  const unused = living.filter(({ sessions: { last_used_at } }) => now.getTime() - last_used_at.getTime() > 60_000);
  if (unused.length) {
    const ids = unused.map((row) => row.sessions.id);
    await db
      .update(sessions)
      .set({ last_used_at: sql`greatest(${sessions.last_used_at}, ${now.toISOString()}::timestamptz)` })
      .where(isAnyOf(sessions.id, ids));
  }
  const byHash = new Map(living.map((row) => [row.sessions.token_hash, row]));
  return hashes.map((hash) => {
    const row = byHash.get(hash);
    return row && { id: row.sessions.id, user: row.users, authenticatedAt: row.sessions.authenticated_at };
  });
}

/** The living sessions of a user, the latest used first. */
export async function listSessions(
  { db, clock }: AppContext,
  { id: current, user }: Pick<SessionUser, 'id' | 'user'>,
  page?: PageRange,
): Promise<{ rows: OpenSession[]; total: number }> {
  const found = await db
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, user.id))
    .orderBy(desc(sessions.last_used_at), desc(sessions.id));
  const rows = found
    .filter((row) => !isOver(row, user.role, clock()))
    .map(({ id, device, created_at, last_used_at }) => ({
      id,
      current: id === current,
      device,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    }));
  return { rows: page ? rows.slice(page.offset, page.offset + page.limit) : rows, total: rows.length };
}

/** Deletes sessions past even the longest end. */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  const { idle, absolute } = lifetimes.user;
  const before = (span: number) => new Date(now.getTime() - span);
  await db
    .delete(sessions)
    .where(or(lt(sessions.last_used_at, before(idle)), lt(sessions.created_at, before(absolute))));
}

function isOver(row: typeof sessions.$inferSelect, role: UserRow['role'], now: Date): boolean {
  const { idle, absolute } = lifetimes[role];
  return now.getTime() - row.last_used_at.getTime() > idle || now.getTime() - row.created_at.getTime() > absolute;
}
