import { and, asc, count, desc, eq, gte, isNull, sum } from 'drizzle-orm';
import type { PaymentSummary } from '../../contract/payments.ts';
import { toLira } from '../../shared/money.ts';
import { dayInIstanbul, dayStart } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { readBuyerNames, readOpenCheckouts } from '../orders/checkouts.admin.service.ts';
import { isReleasable, readEarliestStarts, type WholeCheckout } from '../orders/checkouts.service.ts';
import { releaseAt } from './dueDates.ts';
import { readPaymentTerms } from './paymentSettings.service.ts';
import { payments, refunds } from './payments.tables.ts';

/** Adds up what is overdue, expected, received this month and to be paid back, and lists what was recorded today. */
export async function readSummary({ db, clock }: AppContext): Promise<PaymentSummary> {
  const now = clock();
  const today = dayInIstanbul(now);
  const open = await readOpenCheckouts(db);
  const { holidays } = await readPaymentTerms(db);
  const overdue = open.filter(({ row }) => row.due_at < now);
  const expected = open.filter(({ row }) => row.due_at >= now);
  const isThisMonth = and(isNull(payments.voided_at), gte(payments.received_on, `${today.slice(0, 8)}01`));
  const sums = { count: count(), kurus: sum(payments.amount_kurus) };
  const [received] = await db.select(sums).from(payments).where(isThisMonth);
  const asked = await db.select().from(refunds).where(eq(refunds.state, 'asked')).orderBy(asc(refunds.due_at));
  return {
    overdue: { ...addUp(overdue), release_at: (await nextRelease(db, overdue, holidays, now))?.toISOString() ?? null },
    last_holiday: holidays.toSorted().at(-1) ?? null,
    expected: addUp(expected),
    received: { count: received?.count ?? 0, amount: toLira(Number(received?.kurus ?? 0)) },
    refunds: {
      count: asked.length,
      amount: toLira(asked.reduce((all, { amount_kurus }) => all + amount_kurus, 0)),
      due_at: asked[0]?.due_at.toISOString() ?? null,
    },
    today: await listRecorded(db, dayStart(today)),
  };
}

const addUp = (checkouts: WholeCheckout[]) => ({
  count: checkouts.length,
  amount: toLira(checkouts.reduce((all, { sums }) => all + sums.open, 0)),
});

/** When the next of these overdue checkouts loses its seats: not one that was paid in part or begins before. */
async function nextRelease(
  db: Database,
  overdue: WholeCheckout[],
  holidays: readonly string[],
  now: Date,
): Promise<Date | undefined> {
  const releasable = overdue.filter(isReleasable);
  const startOf = await readEarliestStarts(db, releasable);
  const moments = releasable.flatMap((checkout) => {
    const moment = releaseAt(checkout.row.due_at, holidays);
    const start = startOf(checkout);
    return start && start > now && start > moment ? [moment] : [];
  });
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

async function listRecorded(db: Database, since: Date): Promise<PaymentSummary['today']> {
  const isRecorded = and(isNull(payments.voided_at), gte(payments.created_at, since));
  const rows = await db.select().from(payments).where(isRecorded).orderBy(desc(payments.created_at));
  const names = await readBuyerNames(db, rows);
  return rows.map(({ id, code, amount_kurus, method, fingerprint }) => ({
    ...{ id, code, method, amount: toLira(amount_kurus) },
    buyer_name: names.get(code) ?? null,
    from_statement: fingerprint !== null,
  }));
}
