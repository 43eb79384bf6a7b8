import { and, asc, count, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { startsAt } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { containsWords } from '../db/search.ts';
import type { PageRange } from '../paging.ts';
import { orders } from './orders.tables.ts';
import { completeOrders, type OrderRow } from './rows.service.ts';

export type AdminOrder = Order & { product_id: string; buyer_name: string | null };

/** How the admin narrows the list; days are those of Istanbul, `to` through its end (CONTRACT.md 5). */
export interface OrderFilter {
  sort: 'asc' | 'desc';
  search: string | null;
  from?: string;
  to?: string;
  product_id?: string;
}

const day = 24 * 3_600_000;

function toCondition({ search, from, to, product_id }: OrderFilter): SQL | undefined {
  return and(
    containsWords(orders.search, search),
    from ? gte(orders.created_at, startsAt(from, '00:00')) : undefined,
    to ? lt(orders.created_at, new Date(startsAt(to, '00:00').getTime() + day)) : undefined,
    product_id ? eq(orders.product_id, product_id) : undefined,
  );
}

async function readRows(
  { db }: AppContext,
  where: SQL | undefined,
  sort: 'asc' | 'desc',
  page: PageRange | undefined,
): Promise<{ rows: OrderRow[]; total: number }> {
  const order = sort === 'asc' ? asc : desc;
  const rows = await db
    .select()
    .from(orders)
    .where(where)
    .orderBy(order(orders.created_at), asc(orders.code), asc(orders.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(orders).where(where) : [{ total: rows.length }];
  return { rows, total: counted?.total ?? 0 };
}

/** What a user bought, newest first. */
export async function listMyOrders(ctx: AppContext, userId: string, page?: PageRange) {
  const { rows, total } = await readRows(ctx, eq(orders.user_id, userId), 'desc', page);
  return { rows: await completeOrders(ctx.db, rows), total };
}

/** Everything sold, as the admin asks for it. */
export async function listOrders(
  ctx: AppContext,
  filter: OrderFilter,
  page?: PageRange,
): Promise<{ rows: AdminOrder[]; total: number }> {
  const { rows, total } = await readRows(ctx, toCondition(filter), filter.sort, page);
  const complete = await completeOrders(ctx.db, rows);
  return {
    rows: complete.map((order, index) => {
      const { product_id, buyer_name } = rows[index] as OrderRow;
      return { ...order, product_id, buyer_name };
    }),
    total,
  };
}
