import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { waitlist } from '../../src/api/waitlist/waitlist.tables.ts';
import type { TestApi } from '../api/harness.ts';
import { countSeats } from '../api/line.ts';
import { addCustomers, addProduct, cancelOwn, changeProduct, checkout } from '../api/shop.ts';
import { cartLine } from './cartLines.ts';

/** What a rush at a sold-out event with a waiting list left behind. */
interface SeatRush {
  /** Seats that people who did not wait could buy while somebody waited. */
  snatched: number;
  offered: number;
  /** Seats sold, offered and left. */
  sum: number;
}

/**
 * Everybody cancels a seat of a sold-out event at the same time, while others who did not wait try to buy without pause
 * and as many people wait as seats become free.
 */
export async function rushSeats(
  api: TestApi,
  { cancellations, buyers }: { cancellations: number; buyers: number },
): Promise<SeatRush> {
  const id = await addProduct(api.ctx, { stock: cancellations });
  const [owners, line, hunters] = [
    await addCustomers(api.ctx, cancellations),
    await addCustomers(api.ctx, cancellations),
    await addCustomers(api.ctx, buyers),
  ];
  const orders = [];
  for (const token of owners) orders.push((await checkout(api, token, [cartLine(id)])).body.orders[0]?.id as string);
  for (const token of line) await api.send('POST /api/waitlist', { token, body: { product_id: id, quantity: 1 } });

  let snatched = 0;
  let isRunning = true;
  const hunting = hunters.map(async (token) => {
    while (isRunning) {
      const { status } = await checkout(api, token, [cartLine(id)]);
      if (status === 201) snatched += 1;
      await sleep(1);
    }
  });
  for (const [index, token] of owners.entries()) {
    await cancelOwn(api, { token }, orders[index] as string);
  }
  await sleep(20);
  isRunning = false;
  await Promise.all(hunting);
  const entries = await api.ctx.db.select().from(waitlist).where(eq(waitlist.product_id, id));
  const sum = await countSeats(api, id);
  await changeProduct(api.ctx, id, { deleted_at: api.ctx.clock() });
  return { snatched, sum, offered: entries.filter(({ state }) => state === 'offered').length };
}
