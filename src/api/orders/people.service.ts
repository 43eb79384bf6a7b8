import { and, asc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { toLira } from '../../shared/money.ts';
import type { Database } from '../db/connection.ts';
import { idempotencyKeys, orders, participants } from './orders.tables.ts';
import { searchOf } from './orders.ts';

/** Whose traces: an address, and the account it belongs to where there is one. */
export interface Whose {
  email: string;
  userId: string | undefined;
}

const boughtBy = ({ email, userId }: Whose): SQL | undefined =>
  or(eq(orders.buyer_email, email), userId ? eq(orders.user_id, userId) : undefined);

/** What somebody bought, with everybody named in it, for the copy of their data. */
export async function ordersHeldAbout(db: Database, whose: Whose): Promise<Record<string, unknown>[]> {
  const rows = await db.select().from(orders).where(boughtBy(whose)).orderBy(orders.created_at);
  const named = await namedIn(db, ids(rows));
  return rows.map(({ user_id, product_id, search, unit_price_kurus, created_at, ...row }) => ({
    ...row,
    unit_price: toLira(unit_price_kurus),
    created_at: created_at.toISOString(),
    participants: (named.get(row.id) ?? []).map(({ name, surname, email }) => ({ name, surname, email })),
  }));
}

/** Seats others bought for somebody under their address, for the copy of their data. */
export async function seatsHeldAbout(db: Database, whose: Whose): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select({
      event_title: orders.event_title,
      name: participants.name,
      surname: participants.surname,
      email: participants.email,
      created_at: orders.created_at,
    })
    .from(participants)
    .innerJoin(orders, eq(participants.order_id, orders.id))
    .where(
      and(eq(participants.email, whose.email), or(isNull(orders.buyer_email), ne(orders.buyer_email, whose.email))),
    )
    .orderBy(orders.created_at);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/**
 * Takes a person out of all orders: everybody out of those they bought, themselves out of those others bought for them.
 * What was sold, when and for how much stays (CONTRACT.md 2). Answers how many orders changed.
 */
export async function erasePersonsFromOrders(tx: Database, whose: Whose): Promise<number> {
  const seats = tx.select({ id: participants.order_id }).from(participants).where(eq(participants.email, whose.email));
  const rows = await tx
    .select()
    .from(orders)
    .where(or(boughtBy(whose), inArray(orders.id, seats)))
    .orderBy(asc(orders.id))
    .for('update');
  const own = (row: typeof orders.$inferSelect) =>
    row.buyer_email === whose.email || (whose.userId !== undefined && row.user_id === whose.userId);
  const bought = ids(rows.filter(own));
  await tx.delete(participants).where(or(inArray(participants.order_id, bought), eq(participants.email, whose.email)));
  const left = await namedIn(tx, ids(rows));
  for (const row of rows) {
    const kept = own(row) ? { user_id: null, buyer_email: null, buyer_name: null } : { buyer_email: row.buyer_email };
    const names = (left.get(row.id) ?? []).map(({ name, surname }) => `${name} ${surname}`);
    const search = searchOf({ ...row, ...kept }, names);
    await tx
      .update(orders)
      .set({ ...kept, search })
      .where(eq(orders.id, row.id));
  }
  await eraseFromReplies(
    tx,
    rows.filter((row) => !own(row)),
    left,
  );
  return rows.length;
}

type Row = typeof orders.$inferSelect;
type Named = Map<string, (typeof participants.$inferSelect)[]>;

const ids = (rows: Row[]) => rows.map((row) => row.id);

async function namedIn(db: Database, orderIds: string[]): Promise<Named> {
  const people = await db
    .select()
    .from(participants)
    .where(inArray(participants.order_id, orderIds))
    .orderBy(asc(participants.position));
  return Map.groupBy(people, (person) => person.order_id);
}

/** The answers kept for checkouts that may be repeated name participants too; an erased account takes its own with it. */
async function eraseFromReplies(tx: Database, rows: Row[], left: Named): Promise<void> {
  for (const { id, user_id } of rows) {
    if (!user_id) continue;
    const mine = eq(idempotencyKeys.user_id, user_id);
    for (const { key, reply } of await tx.select().from(idempotencyKeys).where(mine)) {
      const answer = reply as Order[];
      if (!answer.some((order) => order.id === id)) continue;
      const people = (left.get(id) ?? []).map(({ name, surname }) => ({ name, surname }));
      const changed = answer.map((order) => (order.id === id ? { ...order, participants: people } : order));
      await tx
        .update(idempotencyKeys)
        .set({ reply: changed })
        .where(and(mine, eq(idempotencyKeys.key, key)));
    }
  }
}
