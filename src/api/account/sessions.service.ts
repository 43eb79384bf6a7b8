import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { OpenSession } from '../../contract/account.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { hourMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { deleteRows, prepareOnce } from '../db/sql.ts';
import { ApiError } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { mutate } from '../mutation.ts';
import { type Paged, type PageRange, slicePage } from '../paging.ts';
import { recordSecurityEvent } from '../security/security.service.ts';
import { sessions, type UserRow, users } from './account.tables.ts';
import type { Caller } from './caller.ts';

export interface SessionUser {
  id: string;
  user: UserRow;
  authenticatedAt: Date;
}

const lifetimes = {
  user: { idleMs: 7 * 24 * hourMs, absoluteMs: 30 * 24 * hourMs },
  admin: { idleMs: 8 * hourMs, absoluteMs: 24 * hourMs },
};
/** Writing the last use at most this often keeps reading calls from writing. */
const lastUseIntervalMs = 60_000;

export const hashToken = (token: string): string => sha256(token);

/** 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Opens a session and returns its token, which is not stored. */
export async function openSession(tx: Database, userId: string, device: string, now: Date): Promise<string> {
  const token = newToken();
  await tx.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: userId,
    device: device.slice(0, 200),
    created_at: now,
    last_used_at: now,
    authenticated_at: now,
  });
  return token;
}

/** Ends one session of a user. Throws `refusal` for a session that is not theirs, or ended before. */
export const endSession = (
  ctx: AppContext,
  userId: string,
  id: string,
  caller: Caller,
  refusal: ErrorCode = 'not_found',
): Promise<void> =>
  mutate(ctx, userId, async (mutation) => {
    const isOwn = and(eq(sessions.id, id), eq(sessions.user_id, userId));
    if (!(await deleteRows(mutation.tx, sessions, isOwn))) throw new ApiError(refusal);
    await recordSecurityEvent(ctx, mutation, { kind: 'session_ended', userId, caller });
  });

/** Ends the sessions of a user, but for the one with the id `keepId`. */
export async function endSessions(tx: Database, userId: string, keepId?: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.user_id, userId), keepId ? ne(sessions.id, keepId) : undefined));
}

/** Whether a session was not ended meanwhile. */
export const hasSession = async (tx: Database, id: string): Promise<boolean> =>
  (await tx.$count(sessions, eq(sessions.id, id))) === 1;

const sessionsByHash = prepareOnce((db) =>
  db
    .select()
    .from(sessions)
    .innerJoin(users, eq(sessions.user_id, users.id))
    .where(and(sql`${sessions.token_hash} = any(${sql.placeholder('hashes')}::text[])`, isNull(users.deactivated_at)))
    .prepare('sessions_by_hash'),
);

/**
 * Returns the session of each token, in the order asked: undefined where it ended or its user is deactivated. Using a
 * session extends its idle lifetime; looking at it, without `isUse`, does not.
 */
export async function findSessions(
  { db, clock }: AppContext,
  tokens: string[],
  isUse = true,
): Promise<(SessionUser | undefined)[]> {
  const now = clock();
  const hashes = tokens.map(hashToken);
  const rows = await sessionsByHash(db).execute({ hashes });
  const valid = rows.filter((row) => !isExpired(row.sessions, row.users.role, now));
  const stale = valid.filter((row) => now.getTime() - row.sessions.last_used_at.getTime() > lastUseIntervalMs);
  if (isUse && stale.length) {
    const ids = stale.map((row) => row.sessions.id);
    await db
      .update(sessions)
      .set({ last_used_at: sql`greatest(${sessions.last_used_at}, ${now.toISOString()}::timestamptz)` })
      .where(inArray(sessions.id, ids));
  }
  const byHash = new Map(valid.map((row) => [row.sessions.token_hash, row]));
  return hashes.map((hash) => {
    const row = byHash.get(hash);
    return row && { id: row.sessions.id, user: row.users, authenticatedAt: row.sessions.authenticated_at };
  });
}

/** Lists the valid sessions of a user, the latest used first. */
export const listSessions = async (
  { db, clock }: AppContext,
  current: SessionUser,
  page?: PageRange,
): Promise<Paged<OpenSession>> => slicePage(await readSessions(db, current, clock()), page);

/** Reads the valid sessions of a user; `id` is the current one. */
export async function readSessions(
  db: Database,
  { id: currentId, user }: { id: string | undefined; user: UserRow },
  now: Date,
): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.user_id, user.id))
    .orderBy(desc(sessions.last_used_at), desc(sessions.id));
  return rows
    .filter((row) => !isExpired(row, user.role, now))
    .map(({ id, device, created_at, last_used_at }) => ({
      id,
      current: id === currentId,
      device,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
    }));
}

/** Deletes sessions past the longest lifetime of any role. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  const { idleMs, absoluteMs } = lifetimes.user;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const isOver = or(lt(sessions.last_used_at, before(idleMs)), lt(sessions.created_at, before(absoluteMs)));
  await db.delete(sessions).where(isOver);
}

function isExpired(row: typeof sessions.$inferSelect, role: UserRow['role'], now: Date): boolean {
  const { idleMs, absoluteMs } = lifetimes[role];
  return now.getTime() - row.last_used_at.getTime() > idleMs || now.getTime() - row.created_at.getTime() > absoluteMs;
}
