import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { ListedUser, User, UserFilter } from '../../contract/account.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords, pageByText } from '../db/search.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { filterWithSecondFactor, type Proof, proveIdentity } from '../secondFactor/secondFactor.service.ts';
import { leaveAllLines } from '../waitlist/waitlist.service.ts';
import { toUser } from './account.service.ts';
import { resetCodes, type UserRow, users } from './account.tables.ts';
import { lockAdmins } from './accountLocks.service.ts';
import type { Caller } from './caller.ts';
import { endSessions, type SessionUser } from './sessions.service.ts';

/** Lists accounts of one status; the folded search looks through name, surname and e-mail. */
export async function listUsers({ db }: AppContext, filter: UserFilter, page?: PageRange): Promise<Paged<ListedUser>> {
  const { rows, total } = await selectUsers(db, filter, page);
  const protectedIds = await filterWithSecondFactor(db, rows);
  return { rows: rows.map((row) => ({ ...row, second_factor: protectedIds.has(row.id) })), total };
}

async function selectUsers(db: Database, { status, search, sort }: UserFilter, page?: PageRange): Promise<Paged<User>> {
  const where = and(
    status === 'active' ? isNull(users.deactivated_at) : isNotNull(users.deactivated_at),
    containsWords(users.search, search),
  );
  if (sort.endsWith('name')) return listByName(db, where, page, sort === '-name');
  const order = (sort === 'created_at' ? asc : desc)(users.created_at);
  const query = db.select().from(users).where(where).orderBy(order, asc(users.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(users, where));
  return { rows: rows.map(toUser), total };
}

/** Sorts by the Turkish alphabet, which not every database can: reads all names, then the rows of the page. */
async function listByName(
  db: Database,
  where: SQL | undefined,
  page: PageRange | undefined,
  descending: boolean,
): Promise<Paged<User>> {
  const names = await db.select({ id: users.id, name: users.name, surname: users.surname }).from(users).where(where);
  const texts = names.map(({ id, name, surname }) => ({ id, text: `${name} ${surname}` }));
  const ids = pageByText(texts, descending, page);
  const rows = ids.length ? await db.select().from(users).where(inArray(users.id, ids)) : [];
  const byId = new Map(rows.map((row) => [row.id, toUser(row)]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: names.length };
}

/** One account by its id. Throws `not_found`. */
export async function findUser(db: Database, id: string): Promise<UserRow> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  if (!row) throw notFound();
  return row;
}

/** Addresses of all admins who can sign in. */
export async function readAdminEmails(db: Database): Promise<string[]> {
  const isAdmin = and(eq(users.role, 'admin'), isNull(users.deactivated_at), isNotNull(users.activated_at));
  return (await db.select({ email: users.email }).from(users).where(isAdmin)).map(({ email }) => email);
}

export const countUsers = (db: Database): Promise<number> => db.$count(users);

/**
 * Makes a user an admin or an admin a user. Ends their sessions, whose lifetimes depend on the role.
 * Throws as `proveIdentity`, and `not_found`, `own_account`, `last_admin`.
 */
export async function setRole(
  ctx: AppContext,
  session: SessionUser,
  id: string,
  { role, ...proof }: Proof & { role: UserRow['role'] },
  caller: Caller,
): Promise<User> {
  await proveIdentity(ctx, session, proof, caller);
  return changeUser(ctx, session.user.id, id, {
    action: 'role',
    removesAdmin: role === 'user',
    valuesFor: (row) => (row.role === role ? undefined : { role }),
  });
}

/**
 * As `proveIdentity`, where an account is an admin's: whoever finds a session open must not shut the admins out, let
 * one in again or read what is stored about them.
 */
export async function proveIfAdmin(
  ctx: AppContext,
  session: SessionUser,
  account: { id: string } | { email: string },
  proof: Proof,
  caller: Caller,
): Promise<void> {
  const isAccount = 'id' in account ? eq(users.id, account.id) : eq(users.email, account.email);
  if (await ctx.db.$count(users, and(isAccount, eq(users.role, 'admin'))))
    await proveIdentity(ctx, session, proof, caller);
}

/**
 * Deactivates an account and ends its sessions. Throws as `proveIfAdmin`, and `not_found`, `own_account`, `last_admin`.
 */
export async function deactivateUser(
  ctx: AppContext,
  session: SessionUser,
  id: string,
  proof: Proof,
  caller: Caller,
): Promise<User> {
  if (id !== session.user.id) await proveIfAdmin(ctx, session, { id }, proof, caller);
  return changeUser(ctx, session.user.id, id, {
    action: 'deactivate',
    removesAdmin: true,
    valuesFor: (row) => (row.deactivated_at ? undefined : { deactivated_at: ctx.clock() }),
  });
}

/** Reactivates an account. Throws as `proveIfAdmin`: whoever was an admin is one again, and `not_found`. */
export async function reactivateUser(
  ctx: AppContext,
  session: SessionUser,
  id: string,
  proof: Proof,
  caller: Caller,
): Promise<User> {
  await proveIfAdmin(ctx, session, { id }, proof, caller);
  return changeUser(ctx, session.user.id, id, {
    action: 'reactivate',
    removesAdmin: false,
    valuesFor: (row) => (row.deactivated_at ? { deactivated_at: null } : undefined),
  });
}

interface UserChange {
  action: string;
  /** True where an admin stops being one: refused for the caller and for the last admin. */
  removesAdmin: boolean;
  /** The values to write; undefined where the row has them already. */
  valuesFor(row: UserRow): Partial<Pick<UserRow, 'role' | 'deactivated_at'>> | undefined;
}

const changeUser = (ctx: AppContext, actorId: string, id: string, change: UserChange): Promise<User> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, audit } = mutation;
    const admins = await lockAdmins(tx);
    // The caller may have lost the role while this waited for the lock.
    if (!admins.has(actorId)) throw new ApiError('forbidden');
    const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
    if (!row) throw notFound();
    const values = change.valuesFor(row);
    if (!values) return toUser(row);
    if (change.removesAdmin && admins.has(id)) {
      if (admins.size === 1) throw new ApiError('last_admin');
      if (id === actorId) throw new ApiError('own_account');
    }
    await tx.update(users).set(values).where(eq(users.id, id));
    await endSessions(tx, id);
    if (values.deactivated_at) {
      await tx.delete(resetCodes).where(eq(resetCodes.user_id, id));
      await leaveAllLines(mutation, id);
    }
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, row[name as keyof UserRow]]));
    await audit({ action: change.action, entity: 'user', entityId: id, before, after: values });
    return toUser({ ...row, ...values });
  });
