import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { User } from '../../contract/account.ts';
import { audit } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords, pageByText } from '../db/search.ts';
import { ApiError, notFound } from '../errors.ts';
import type { PageRange } from '../paging.ts';
import { users } from './account.tables.ts';
import { lockAdmins } from './admins.service.ts';
import { endSessions } from './sessions.service.ts';
import { toUser, type UserRow } from './users.ts';

/** How the admin narrows and sorts the list of accounts. */
export interface UserFilter {
  status: 'active' | 'deactivated';
  search: string | null;
  sort: 'name' | '-name' | 'created_at' | '-created_at';
}

/** Accounts of one status; the search looks through name, surname and e-mail, folded (SPEC.md 5). */
export async function listUsers(
  { db }: AppContext,
  { status, search, sort }: UserFilter,
  page?: PageRange,
): Promise<{ rows: User[]; total: number }> {
  const where = and(
    status === 'active' ? isNull(users.deactivated_at) : isNotNull(users.deactivated_at),
    containsWords(users.search, search),
  );
  const rows = await (sort.endsWith('name')
    ? readByName(db, where, page, sort === '-name')
    : db
        .select()
        .from(users)
        .where(where)
        .orderBy((sort === 'created_at' ? asc : desc)(users.created_at), asc(users.id))
        .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
        .offset(page?.offset ?? 0));
  const [counted] = page ? await db.select({ total: count() }).from(users).where(where) : [{ total: rows.length }];
  return { rows: rows.map(toUser), total: counted?.total ?? 0 };
}

async function readByName(
  db: Database,
  where: SQL | undefined,
  page: PageRange | undefined,
  downwards: boolean,
): Promise<UserRow[]> {
  const names = await db.select({ id: users.id, name: users.name, surname: users.surname }).from(users).where(where);
  const texts = names.map(({ id, name, surname }) => ({ id, text: `${name} ${surname}` }));
  const ids = pageByText(texts, page, downwards);
  const rows = ids.length ? await db.select().from(users).where(inArray(users.id, ids)) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** How many accounts there are. */
export const countUsers = (db: Database): Promise<number> => db.$count(users);

/**
 * Makes a user an admin or an admin a user, and ends their sessions, which live by the role's own rules.
 * Throws `not_found`, `own_account`, `last_admin`.
 */
export function setRole(ctx: AppContext, actorId: string, id: string, role: 'admin' | 'user'): Promise<User> {
  return change(ctx, actorId, id, {
    action: 'role',
    leaves: role === 'user',
    of: (row) => (row.role === role ? undefined : { role }),
  });
}

/** Deactivates an account: its tokens die at once. Throws `not_found`, `own_account`, `last_admin`. */
export function deactivateUser(ctx: AppContext, actorId: string, id: string): Promise<User> {
  return change(ctx, actorId, id, {
    action: 'deactivate',
    leaves: true,
    of: (row) => (row.deactivated_at ? undefined : { deactivated_at: ctx.clock() }),
  });
}

/** Takes deactivating back. Throws `not_found`. */
export function reactivateUser(ctx: AppContext, actorId: string, id: string): Promise<User> {
  return change(ctx, actorId, id, {
    action: 'reactivate',
    leaves: false,
    of: (row) => (row.deactivated_at ? { deactivated_at: null } : undefined),
  });
}

interface Change {
  action: string;
  /** Whether an admin is none afterwards: then neither the caller nor the last one may be meant. */
  leaves: boolean;
  /** What changes; undefined where it is so already. */
  of: (row: UserRow) => Partial<Pick<UserRow, 'role' | 'deactivated_at'>> | undefined;
}

async function change({ db }: AppContext, actorId: string, id: string, { action, leaves, of }: Change): Promise<User> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    // Whoever lost the role a moment ago, while this waited, decides nothing any more.
    if (!admins.has(actorId)) throw new ApiError('forbidden');
    const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
    if (!row) throw notFound();
    const values = of(row);
    if (!values) return toUser(row);
    if (leaves && admins.has(id)) {
      if (admins.size === 1) throw new ApiError('last_admin');
      if (id === actorId) throw new ApiError('own_account');
    }
    await tx.update(users).set(values).where(eq(users.id, id));
    await endSessions(tx, id);
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, row[name as keyof UserRow]]));
    await audit(tx, { actorId, action, entity: 'user', entityId: id, before, after: values });
    return toUser({ ...row, ...values });
  });
}
