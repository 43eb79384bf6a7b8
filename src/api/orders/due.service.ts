import { and, countDistinct, eq, gt, inArray, sql } from 'drizzle-orm';
import type { OrderFilter } from '../../contract/orders.ts';
import { toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import { shortOf } from '../payments/checkoutState.ts';
import { selectPaidCodes, toLedger } from '../payments/ledger.service.ts';
import { priceOf, readCheckoutsByCode, toLedgerLine } from './checkouts.service.ts';
import { toCondition } from './orders.admin.service.ts';
import type { OrderRow } from './orders.service.ts';
import { orders } from './orders.tables.ts';

/**
 * Adds up what is not paid yet among the orders that match a filter, and counts their checkouts. Orders whose checkout
 * was paid in part count with what they are short of.
 */
export async function sumDue({ db }: AppContext, filter: OrderFilter): Promise<{ checkouts: number; due: number }> {
  const where = and(toCondition(filter), eq(orders.status, 'reserved'), gt(orders.unit_price_kurus, 0));
  const kurus = sql<string>`coalesce(sum(${orders.unit_price_kurus}::bigint * ${orders.quantity}), 0)`;
  const [all] = await db
    .select({ checkouts: countDistinct(orders.code), kurus })
    .from(orders)
    .where(where);
  const rows = await db
    .select()
    .from(orders)
    .where(and(where, inArray(orders.code, selectPaidCodes(db))));
  let [checkouts, due] = [all?.checkouts ?? 0, Number(all?.kurus ?? 0)];
  const linesOf = Map.groupBy(rows, ({ code }) => code);
  for (const { row, lines, ledger } of await readCheckoutsByCode(db, [...linesOf.keys()])) {
    const found = linesOf.get(row.code) as OrderRow[];
    const ids = found.map(({ id }) => id);
    const short = shortOf(ids, lines.map(toLedgerLine), toLedger(ledger));
    if (!short) checkouts -= 1;
    due += short - found.reduce((sum, line) => sum + priceOf(line), 0);
  }
  return { checkouts, due: toLira(due) };
}
