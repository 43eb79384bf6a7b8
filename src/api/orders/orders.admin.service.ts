import { and, count, eq, gte, inArray, lt, type SQL, sql, sum } from 'drizzle-orm';
import type { AdminOrder, Order, OrderFilter, OrderStatus } from '../../contract/orders.ts';
import { toLira } from '../../shared/money.ts';
import { startsAt } from '../../shared/time.ts';
import { readUserPhones } from '../account/account.admin.service.ts';
import { giveSeatsBack, readSeatProducts, takeSeats } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { containsWords } from '../db/search.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import type { Paged, PageRange } from '../paging.ts';
import { orderStatusMail } from './orders.mails.ts';
import { completeOrders, type OrderRow, selectOrders } from './orders.service.ts';
import { isNotCancelled, orders } from './orders.tables.ts';

const dayMs = 24 * 3_600_000;

/** Lists all orders, filtered by search, day and product. */
export async function listOrders(ctx: AppContext, filter: OrderFilter, page?: PageRange): Promise<Paged<AdminOrder>> {
  const { rows, total } = await selectOrders(ctx.db, toCondition(filter), filter.sort, page);
  const complete = await completeOrders(ctx.db, rows);
  const phones = await readUserPhones(
    ctx.db,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return {
    rows: complete.map((order, index) => {
      const { product_id, buyer_name, buyer_phone, user_id } = rows[index] as OrderRow;
      return { ...order, product_id, buyer_name, buyer_phone: buyer_phone ?? phones.get(user_id ?? '') ?? null };
    }),
    total,
  };
}

/** Adds up what is not paid yet among the orders that match a filter. */
export async function sumDue({ db }: AppContext, filter: OrderFilter): Promise<{ orders: number; due: number }> {
  const where = and(toCondition(filter), eq(orders.status, 'reserved'));
  const kurus = sql<string>`coalesce(sum(${orders.unit_price_kurus}::bigint * ${orders.quantity}), 0)`;
  const [row] = await db.select({ orders: count(), kurus }).from(orders).where(where);
  return { orders: row?.orders ?? 0, due: toLira(Number(row?.kurus ?? 0)) };
}

/** Days are those of Istanbul; `to` includes its day. */
function toCondition({ search, from, to, product_id, status }: OrderFilter): SQL | undefined {
  return and(
    containsWords(orders.search, search),
    from ? gte(orders.created_at, startsAt(from, '00:00')) : undefined,
    to ? lt(orders.created_at, new Date(startsAt(to, '00:00').getTime() + dayMs)) : undefined,
    product_id ? eq(orders.product_id, product_id) : undefined,
    status ? eq(orders.status, status) : undefined,
  );
}

/**
 * Sets the status of an order line and mails the buyer about it. Cancelling gives its seats back, once; reverting that
 * takes them again and throws `stock_exhausted` when they are gone. Throws `not_found`.
 */
export const setOrderStatus = (
  ctx: AppContext,
  actorId: string,
  orderId: string,
  status: OrderStatus,
): Promise<Order> =>
  mutate(ctx, actorId, async ({ tx, audit, emit, sendMail }) => {
    // The row lock makes a second admin wait, who then finds the status already set.
    const [row] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    if (!row) throw notFound();
    if (row.status !== status) {
      const line = { id: row.product_id, quantity: row.quantity };
      if (status === 'cancelled') await giveSeatsBack(tx, line);
      if (row.status === 'cancelled' && !(await takeSeats(tx, line))) throw await stockExhausted(tx, row.product_id);
      await tx.update(orders).set({ status }).where(eq(orders.id, orderId));
      const change = { before: { status: row.status }, after: { status } };
      await audit({ action: 'status', entity: 'order', entityId: orderId, ...change });
      emit('catalog');
    }
    const [order] = (await completeOrders(tx, [{ ...row, status }])) as [Order];
    if (row.status !== status && row.buyer_email)
      await sendMail(
        orderStatusMail(order, row.status, { name: row.buyer_name ?? '', email: row.buyer_email }, ctx.env),
      );
    return order;
  });

async function stockExhausted(tx: Database, id: string): Promise<ApiError> {
  const remaining = (await readSeatProducts(tx, [id])).get(id)?.stock ?? 0;
  return new ApiError('stock_exhausted', { items: [{ id, remaining }] });
}

/** Counts seats sold by product, without cancelled orders. */
export async function seatsSold(db: Database, productIds: string[]): Promise<Map<string, number>> {
  if (!productIds.length) return new Map();
  const rows = await db
    .select({ id: orders.product_id, seats: sum(orders.quantity).mapWith(Number) })
    .from(orders)
    .where(and(inArray(orders.product_id, productIds), isNotCancelled))
    .groupBy(orders.product_id);
  return new Map(rows.map(({ id, seats }) => [id, seats]));
}

/** Counts seats sold of all products, without cancelled orders. */
export async function allSeatsSold(db: Database): Promise<number> {
  const [row] = await db
    .select({ seats: sum(orders.quantity).mapWith(Number) })
    .from(orders)
    .where(isNotCancelled);
  return row?.seats ?? 0;
}

/** Returns which of these products were ever ordered; their rows must stay. */
export async function productsWithOrders(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db.selectDistinct({ id: orders.product_id }).from(orders).where(inArray(orders.product_id, ids));
  return rows.map(({ id }) => id);
}
