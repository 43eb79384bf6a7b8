import { eq } from 'drizzle-orm';
import type { Order, OrderStatus } from '../../contract/orders.ts';
import { audit } from '../audit/audit.service.ts';
import { giveSeatsBack, readSeatProducts, takeSeats } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import { orders } from './orders.tables.ts';
import { completeOrders } from './rows.service.ts';

/**
 * Moves a bought line to another status. Cancelling gives its seats back, once; taking that back needs them again and
 * throws `stock_exhausted` when they are gone. Throws `not_found`.
 */
export async function setOrderStatus(
  ctx: AppContext,
  adminId: string,
  orderId: string,
  status: OrderStatus,
): Promise<Order> {
  const order = await ctx.db.transaction(async (tx) => {
    // The row is held until the end, so that two admins who press at once give the seats back once.
    const [row] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
    if (!row) throw notFound();
    if (row.status !== status) {
      const line = { id: row.product_id, quantity: row.quantity };
      if (status === 'cancelled') await giveSeatsBack(tx, line);
      if (row.status === 'cancelled' && !(await takeSeats(tx, line))) throw await exhausted(tx, row.product_id);
      await tx.update(orders).set({ status }).where(eq(orders.id, orderId));
      const change = { before: { status: row.status }, after: { status } };
      await audit(tx, { actorId: adminId, action: 'status', entity: 'order', entityId: orderId, ...change });
    }
    const [complete] = await completeOrders(tx, [{ ...row, status }]);
    return complete as Order;
  });
  ctx.events.emit('catalog');
  return order;
}

async function exhausted(tx: Database, id: string): Promise<ApiError> {
  const remaining = (await readSeatProducts(tx, [id])).get(id)?.stock ?? 0;
  return new ApiError('stock_exhausted', { items: [{ id, remaining }] });
}
