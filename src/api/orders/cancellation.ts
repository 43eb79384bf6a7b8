import { toLira } from '../../shared/money.ts';
import { freeCancellationHours } from '../../shared/refunds.ts';
import { hourMs } from '../../shared/time.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import { choiceUntil, type OrderRow } from './orders.service.ts';

const freeMs = freeCancellationHours * hourMs;
/** The right of withdrawal: within this span after the order the whole price comes back. */
const withdrawalMs = 14 * 24 * hourMs;

/** What cancelling seats of a line would bring at a moment. */
interface CancellationTerms {
  percent: 0 | 100;
  /** When the percent ends; null where it does not. */
  until: Date | null;
  refund_kurus: number;
  /** What of the seats' price does not come back, whether it was paid or not. */
  kept_kurus: number;
}

/** The last moment at which the whole price of a line comes back. */
function freeUntil(line: OrderRow, product: SeatProduct): Date {
  const start = product.starts_at.getTime();
  const ends = [start - freeMs, choiceUntil(line, product)?.getTime() ?? 0];
  if (line.withdrawal === 'days_14') ends.push(Math.min(line.created_at.getTime() + withdrawalMs, start));
  return new Date(Math.max(...ends));
}

/** What cancelling so many seats of a line brings; at most `paid_kurus`, what was paid and not yet paid back. */
export function cancellationTerms(
  line: OrderRow,
  product: SeatProduct,
  { seats, paid_kurus }: { seats: number; paid_kurus: number },
  now: Date,
): CancellationTerms {
  const until = freeUntil(line, product);
  const price = line.unit_price_kurus * seats;
  if (now > until) return { percent: 0, until: null, refund_kurus: 0, kept_kurus: price };
  return { percent: 100, until, refund_kurus: Math.max(0, Math.min(price, paid_kurus)), kept_kurus: 0 };
}

/** Terms in the contract's words. */
export const toCancellation = ({ percent, until, refund_kurus }: CancellationTerms) => ({
  allowed: true,
  refund: toLira(refund_kurus),
  percent,
  until: until?.toISOString() ?? null,
  reason: null,
});
