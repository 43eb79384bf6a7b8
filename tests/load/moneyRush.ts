import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import { queryRows } from '../../src/api/db/sql.ts';
import { checkouts, orders } from '../../src/api/orders/orders.tables.ts';
import { releaseUnpaid } from '../../src/api/payments/payments.jobs.ts';
import { payments, refunds } from '../../src/api/payments/payments.tables.ts';
import { dayMs } from '../../src/shared/time.ts';
import type { TestApi } from '../api/harness.ts';
import { addCustomers, addProduct, checkout, recordPayment } from '../api/shop.ts';
import { cartLine } from './cartLines.ts';

/** Seats, each held by one checkout before the rush. */
const capacity = 40;

/** What a rush of payments and releases left behind. */
export interface MoneyRush {
  /** Seats sold and left, each time somebody looked. */
  sums: number[];
  capacity: number;
  /** Checkouts that were paid something, lost their seats and are paid nothing back. */
  lost: string[];
  /** Checkouts whose state does not fit their payments, or whose lines do not fit their state. */
  inconsistent: string[];
}

/**
 * Releases overdue checkouts of one product by two jobs while payments of a part or all are recorded by hand and from a
 * statement, and other buyers take the freed seats. Seats are counted all the time.
 */
export async function rushMoney(api: TestApi, admin: string, buyers = 200): Promise<MoneyRush> {
  const product = await addProduct(api.ctx, { stock: capacity });
  const tokens = await addCustomers(api.ctx, buyers);
  const held = await Promise.all(tokens.slice(0, capacity).map((token) => checkout(api, token, [cartLine(product)])));
  const codes = held.map(({ body }) => body.orders[0]?.code as string);
  const due_at = new Date(api.ctx.clock().getTime() - 30 * dayMs);
  const makeOverdue = () => api.ctx.db.update(checkouts).set({ due_at }).where(inArray(checkouts.code, codes));
  await makeOverdue();

  const payable = codes.filter((_, index) => index % 3 !== 0);
  const pay = (code: string, index: number) =>
    index % 2
      ? recordPayment(api, { token: admin }, code, index % 4 === 1 ? 650 : 10)
      : api.send('POST /api/admin/statement/matches', {
          token: admin,
          body: { matches: [{ code, amount: 650, booked_on: '2026-01-05', fingerprint: fingerprintOf(code) }] },
        });
  const stopWatch = watchSeats(api, product);
  const paying = payable.map(pay);
  await Promise.all([
    releaseUnpaid(api.ctx),
    releaseUnpaid(api.ctx),
    ...paying,
    ...tokens.slice(capacity).map((token) => checkout(api, token, [cartLine(product)])),
  ]);
  // Late payments gave the seats they took again a new term.
  await makeOverdue();
  await releaseUnpaid(api.ctx);
  return { sums: await stopWatch(), capacity, ...(await inspect(api, codes)) };
}

/** Counts the seats of a product again and again; the returned function stops that and answers what it saw. */
export function watchSeats(api: TestApi, product: string): () => Promise<number[]> {
  const sums: number[] = [];
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      sums.push(await countSeats(api, product));
      // The embedded database answers without leaving the loop of events to anybody else.
      await sleep(10);
    }
  })();
  return async () => {
    isRunning = false;
    await watching;
    return sums;
  };
}

export const fingerprintOf = (code: string) => Buffer.from(code.repeat(4)).toString('hex');

async function countSeats({ ctx }: TestApi, product: string): Promise<number> {
  const [row] = await queryRows<{ seats: number }>(
    ctx.db,
    sql`select p.stock + (select coalesce(sum(quantity), 0) from app.orders where product_id = p.id and status <> 'cancelled')::int as seats
        from app.products p where p.id = ${product}`,
  );
  return row?.seats ?? 0;
}

export async function inspect({ ctx }: TestApi, codes: string[]): Promise<Pick<MoneyRush, 'lost' | 'inconsistent'>> {
  const lost: string[] = [];
  const inconsistent: string[] = [];
  for (const code of codes) {
    const [row] = await ctx.db.select().from(checkouts).where(eq(checkouts.code, code));
    const lines = await ctx.db.select().from(orders).where(eq(orders.code, code));
    const paid = (await ctx.db.select().from(payments).where(eq(payments.code, code))).reduce(
      (sum, payment) => sum + payment.amount_kurus,
      0,
    );
    const repaid = (await ctx.db.select().from(refunds).where(eq(refunds.code, code))).reduce(
      (sum, refund) => sum + refund.amount_kurus,
      0,
    );
    const hasSeat = lines.every(({ status }) => status !== 'cancelled');
    if (paid && !hasSeat && repaid !== paid) lost.push(code);
    const expected = hasSeat ? (paid >= (row?.total_kurus ?? 0) ? 'paid' : 'open') : 'released';
    const status = { paid: 'paid', open: 'reserved', released: 'cancelled' }[expected];
    if (row?.state !== expected || lines.some((line) => line.status !== status)) inconsistent.push(code);
  }
  return { lost, inconsistent };
}
