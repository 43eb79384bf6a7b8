import { eq } from 'drizzle-orm';
import { checkIns } from '../../src/api/door/door.tables.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { hourMs } from '../../src/shared/time.ts';
import type { TestApi } from './harness.ts';
import { changeProduct } from './shop.ts';

/** Lets the first participant of an order in, some hours before now, to an event of two hours that began then. */
export async function attend({ ctx }: TestApi, order_id: string, hoursAgo = 3): Promise<void> {
  const at = new Date(ctx.clock().getTime() - hoursAgo * hourMs);
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, order_id));
  const product_id = order?.product_id as string;
  await changeProduct(ctx, product_id, { starts_at: at });
  await ctx.db.insert(checkIns).values({
    ...{ device: 'kapi', nonce: crypto.randomUUID(), product_id, order_id, position: 1, undo: false },
    ...{ scanned_at: at, at, received_at: at, result: 'in' },
  });
}
