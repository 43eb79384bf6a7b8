import { and, eq, gte, isNotNull, or } from 'drizzle-orm';
import { dayInIstanbul, dayStart } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { priceOf, readCheckoutsByCode } from '../orders/checkouts.service.ts';
import { payments, refunds } from './payments.tables.ts';
import { splitByRate } from './vat.ts';

/** One movement of money: a payment, or with a negative amount a refund or a voided payment. */
interface Movement {
  day: string;
  code: string;
  amount: number;
  orderId: string | null;
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
  const checkouts = await readCheckoutsByCode(ctx.db, [...new Set(movements.map(({ code }) => code))]);
  const byCode = new Map(checkouts.map((checkout) => [checkout.row.code, checkout.lines]));
  const rows = movements.flatMap(({ day, code, amount, orderId, method }) => {
    const lines = byCode.get(code) ?? [];
    const own = lines.filter(({ id }) => id === orderId);
    const prices = (own.length ? own : lines).map((line) => ({ rate: line.vat_rate, price: priceOf(line) }));
    return splitByRate(amount, prices).map(({ rate, gross, net, vat }) =>
      [
        day,
        code,
        toCell(lines[0]?.buyer_name ?? ''),
        toDecimal(gross),
        rate,
        toDecimal(net),
        toDecimal(vat),
        methods[method],
      ].join(';'),
    );
  });
  return `\ufeff${[head.join(';'), ...rows].join('\r\n')}\r\n`;
}

async function readMovements({ db }: AppContext, from: string, to: string): Promise<Movement[]> {
  const isIn = (day: string) => day >= from && day <= to;
  const since = dayStart(from);
  const paid = await db
    .select()
    .from(payments)
    .where(or(gte(payments.received_on, from), gte(payments.voided_at, since)));
  const repaid = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'done'), isNotNull(refunds.done_at), gte(refunds.done_at, since)));
  return [
    ...paid.flatMap(({ code, amount_kurus: amount, order_id: orderId, method, received_on, voided_at }): Movement[] => {
      const voidedOn = voided_at ? dayInIstanbul(voided_at) : undefined;
      const [came, fell] = [isIn(received_on), voidedOn !== undefined && isIn(voidedOn)];
      if (came === fell) return [];
      return [
        { code, orderId, method, day: came ? received_on : (voidedOn as string), amount: came ? amount : -amount },
      ];
    }),
    ...repaid.flatMap(({ code, amount_kurus, order_id: orderId, done_at }): Movement[] => {
      const day = dayInIstanbul(done_at as Date);
      return isIn(day) ? [{ code, orderId, method: 'refund', day, amount: -amount_kurus }] : [];
    }),
  ];
}

const toDecimal = (kurus: number) => (kurus / 100).toFixed(2).replace('.', ',');

/** A text as one cell. A sheet would run one that begins like a formula. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
