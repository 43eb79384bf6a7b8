import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkouts, orders } from '../../src/api/orders/orders.tables.ts';
import { releaseUnpaid } from '../../src/api/payments/payments.jobs.ts';
import { payments } from '../../src/api/payments/payments.tables.ts';
import { dayInIstanbul, dayMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';
import { addProduct } from './shop.ts';

/** The statements of the migration that move the data of an existing installation. */
const statements = readFileSync(new URL('../../src/api/db/migrations/0011_payments.sql', import.meta.url), 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^(?:\s|--.*\n)*(?:INSERT|UPDATE)/.test(statement));

test('orders of an existing installation get a checkout, paid ones a payment, and nobody loses a seat by the upgrade', async () => {
  const { ctx } = await openTestApi();
  const far = await addProduct(ctx);
  const soon = await addProduct(ctx, { date: dayInIstanbul(new Date(Date.now() + 2 * dayMs)), time: '23:00' });
  const old = { created_at: new Date(Date.now() - 60 * dayMs), event_title: 'Ebru', unit_price_kurus: 100 };
  const line = (code: string, product_id: string, status: 'reserved' | 'paid' | 'cancelled') => ({
    ...{ ...old, code, product_id, status, quantity: 2 },
  });
  await ctx.db
    .insert(orders)
    .values([
      line('RESERVED', far, 'reserved'),
      line('PAIDPAID', far, 'paid'),
      line('PAIDPAID', soon, 'paid'),
      line('GONEGONE', far, 'cancelled'),
      line('PARTPART', far, 'paid'),
      line('PARTPART', soon, 'reserved'),
      line('MIXEDMIX', far, 'paid'),
      line('MIXEDMIX', far, 'cancelled'),
      line('SOONSOON', soon, 'reserved'),
    ]);
  expect(statements).toHaveLength(3);
  for (const statement of statements) await ctx.db.execute(sql.raw(statement));
  await releaseUnpaid(ctx);
  const rows = await ctx.db.select().from(checkouts).orderBy(checkouts.code);
  expect(rows.map(({ code, state, total_kurus }) => [code, state, total_kurus])).toEqual([
    ['GONEGONE', 'cancelled', 200],
    ['MIXEDMIX', 'paid', 400],
    ['PAIDPAID', 'paid', 400],
    ['PARTPART', 'open', 400],
    ['RESERVED', 'open', 200],
    ['SOONSOON', 'open', 200],
  ]);
  const due = (code: string) => rows.find((row) => row.code === code)?.due_at as Date;
  expect(due('RESERVED').toISOString()).toBe('2199-05-07T20:59:59.000Z');
  expect(due('SOONSOON').getTime()).toBeGreaterThan(Date.now() + dayMs);
  const paid = await ctx.db.select().from(payments).orderBy(payments.code);
  expect(paid.map(({ code, amount_kurus, method }) => [code, amount_kurus, method])).toEqual([
    ['MIXEDMIX', 200, 'manual'],
    ['PAIDPAID', 200, 'manual'],
    ['PAIDPAID', 200, 'manual'],
    ['PARTPART', 200, 'manual'],
  ]);
  const lines = await ctx.db.select().from(orders).orderBy(orders.code, orders.status);
  expect(lines.filter(({ code }) => code === 'PARTPART').map(({ status }) => status)).toEqual(['reserved', 'reserved']);
  expect(lines.filter(({ code }) => code === 'PAIDPAID').map(({ status }) => status)).toEqual(['paid', 'paid']);
});
