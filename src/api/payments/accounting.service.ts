import { and, asc, eq, gte, isNotNull, or } from 'drizzle-orm';
import { toCsv } from '../../shared/csv.ts';
import { toDecimal } from '../../shared/money.ts';
import { dayInIstanbul, dayStart } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { readBuyerNames } from '../orders/checkouts.admin.service.ts';
import { payments, refunds } from './payments.tables.ts';
import { negate, type RateShare, toVat } from './vat.ts';

/** One movement of money: a payment, or with negative shares a refund or a voided payment. */
interface Movement {
  day: string;
  code: string;
  shares: RateShare[];
  method: string;
}

const methods: Record<string, string> = {
  transfer: 'Havale/EFT',
  onsite: 'Merkezde',
  card: 'Kart',
  manual: 'Elle kayıt',
  refund: 'İade',
};

const head = ['Tarih', 'Sipariş kodu', 'Alıcı', 'Brüt', 'KDV oranı (%)', 'Net', 'KDV', 'Ödeme yolu'];

/**
 * Payments and refunds of a period as CSV, a row per VAT rate. A payment voided after its own period stays in it and
 * comes again as a negative row in the period of its voiding.
 */
export async function readAccountingCsv(ctx: AppContext, period: { from?: string; to?: string }): Promise<string> {
  const [from, to] = [period.from ?? '1970-01-01', period.to ?? '9999-12-31'];
  const movements = (await readMovements(ctx, from, to)).toSorted((a, b) => (a.day + a.code < b.day + b.code ? -1 : 1));
  const names = await readBuyerNames(ctx.db, movements);
  const rows = movements.flatMap(({ day, code, shares, method }) =>
    shares.map((share) => {
      const { net, vat } = toVat(share);
      const sums = [toAmountCell(share.gross), share.rate, toAmountCell(net), toAmountCell(vat)];
      return [day, code, names.get(code) ?? '', ...sums, methods[method] as string];
    }),
  );
  return toCsv(head, rows);
}

async function readMovements({ db }: AppContext, from: string, to: string): Promise<Movement[]> {
  const isIn = (day: string) => day >= from && day <= to;
  const since = dayStart(from);
  const paid = await db
    .select()
    .from(payments)
    .where(or(gte(payments.received_on, from), gte(payments.voided_at, since)))
    .orderBy(asc(payments.created_at), asc(payments.id));
  const repaid = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'done'), isNotNull(refunds.done_at), gte(refunds.done_at, since)))
    .orderBy(asc(refunds.created_at), asc(refunds.id));
  return [
    ...paid.flatMap(({ code, vat_shares, method, received_on, voided_at }): Movement[] => {
      const voidedOn = voided_at ? dayInIstanbul(voided_at) : undefined;
      const [came, fell] = [isIn(received_on), voidedOn !== undefined && isIn(voidedOn)];
      if (came === fell) return [];
      if (came) return [{ code, method, day: received_on, shares: vat_shares }];
      return [{ code, method, day: voidedOn as string, shares: vat_shares.map(negate) }];
    }),
    ...repaid.flatMap(({ code, vat_shares, done_at }): Movement[] => {
      const day = dayInIstanbul(done_at as Date);
      return isIn(day) ? [{ code, method: 'refund', day, shares: vat_shares.map(negate) }] : [];
    }),
  ];
}

const toAmountCell = (kurus: number) => toDecimal(kurus).replace('.', ',');
