import { readFileSync } from 'node:fs';
import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { payments, refunds } from '../../src/api/payments/payments.tables.ts';
import { hourMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';
import { addProduct } from './shop.ts';

/** The statements of the migration that move the data of an existing installation. */
const statements = readFileSync(new URL('../../src/api/db/migrations/0032_vat_shares.sql', import.meta.url), 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^(?:\s|--.*\n)*WITH/.test(statement));

test('payments and refunds of an existing installation are split by the seats that were there when they were booked', async () => {
  const { ctx } = await openTestApi();
  const product_id = await addProduct(ctx);
  const hour = (hours: number) => new Date(Date.parse('2026-01-05T09:00:00Z') + hours * hourMs);
  const line = (unit_price_kurus: number, quantity: number, vat_rate: number, code = 'TWORATES') => ({
    ...{ code, product_id, event_title: 'Ebru', created_at: hour(0) },
    ...{ unit_price_kurus, quantity, vat_rate },
  });
  const [first] = await ctx.db
    .insert(orders)
    .values([line(50_000, 1, 20), line(100_000, 1, 10), line(0, 1, 20, 'FREEFREE'), line(33_333, 3, 0, 'ODDSHARE')])
    .returning();
  await ctx.db.insert(orders).values([line(33_334, 1, 1, 'ODDSHARE'), line(1, 1, 20, 'ODDSHARE')]);
  const [id, entity] = [first?.id as string, 'order'];
  await ctx.db.insert(auditLog).values([
    { at: hour(2), entity, action: 'cancel', entity_id: id, before: { quantity: 2 }, after: { quantity: 1 } },
    { at: hour(4), entity, action: 'cancel', entity_id: id, before: { quantity: 1 }, after: { quantity: 0 } },
    { at: hour(4), entity, action: 'status', entity_id: id, before: { status: 'paid' }, after: { status: 'reserved' } },
  ]);
  const paid = (code: string, amount_kurus: number, hours: number, order_id: string | null = null) => ({
    ...{ code, amount_kurus, charged_kurus: amount_kurus, method: 'transfer' as const, received_on: '2026-01-05' },
    ...{ created_at: hour(hours), order_id },
  });
  await ctx.db
    .insert(payments)
    .values([
      paid('TWORATES', 200_000, 1),
      paid('TWORATES', 150_000, 3),
      paid('TWORATES', 7_000, 5, id),
      paid('FREEFREE', 100, 6),
      paid('ODDSHARE', 100_001, 7),
    ]);
  const repaid = { code: 'TWORATES', reason: '', reduces_paid: true, due_at: hour(0) };
  await ctx.db.insert(refunds).values([
    { ...repaid, amount_kurus: 50_000, order_id: id, created_at: hour(2) },
    { ...repaid, amount_kurus: 30_000, created_at: hour(3) },
    { ...repaid, amount_kurus: 500, code: 'UNKNOWN', created_at: hour(4) },
  ]);
  expect(statements).toHaveLength(2);
  for (const statement of statements) await ctx.db.execute(sql.raw(statement));
  const booked = await ctx.db.select().from(payments).orderBy(asc(payments.created_at));
  expect(booked.map(({ vat_shares }) => vat_shares.map(({ rate, gross }) => [rate, gross]))).toEqual([
    [
      [10, 100_000],
      [20, 100_000],
    ],
    [
      [10, 100_000],
      [20, 50_000],
    ],
    [[20, 7_000]],
    [[20, 100]],
    [
      [0, 75_000],
      [1, 25_001],
    ],
  ]);
  const back = await ctx.db.select().from(refunds).orderBy(asc(refunds.created_at));
  expect(back.map(({ vat_shares }) => vat_shares.map(({ rate, gross }) => [rate, gross]))).toEqual([
    [[20, 50_000]],
    [
      [10, 20_000],
      [20, 10_000],
    ],
    [],
  ]);
});
