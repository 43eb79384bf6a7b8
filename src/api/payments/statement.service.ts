import { eq, isNotNull } from 'drizzle-orm';
import { codeParams } from '../../contract/checkouts.ts';
import type { Reply } from '../../contract/endpoints.ts';
import type { paymentsApi, StatementMatch } from '../../contract/payments.ts';
import { foldWords } from '../../shared/fold.ts';
import { toLira } from '../../shared/money.ts';
import { joinName } from '../../shared/names.ts';
import { dayMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { readPayable, readSettledCodes } from '../orders/checkouts.admin.service.ts';
import { releasedPrice } from '../orders/checkouts.service.ts';
import { readParticipants } from '../orders/orders.service.ts';
import { readSalt } from './paymentSettings.service.ts';
import { recordPayment } from './payments.admin.service.ts';
import { payments } from './payments.tables.ts';

/** For so long after a release, or after an order that waits for no money, a transfer is still looked for. */
const lateMs = 90 * dayMs;

/**
 * What a browser needs to match a bank statement: sums and folded names of checkouts that wait for money, codes of
 * those that do not, and the lines that were recorded before.
 */
export async function readOpenForStatement(
  ctx: AppContext,
): Promise<Reply<(typeof paymentsApi)['GET /api/admin/statement/open']>> {
  const since = new Date(ctx.clock().getTime() - lateMs);
  const payable = await readPayable(ctx.db, since);
  const ids = payable.flatMap(({ lines }) => lines.map(({ id }) => id));
  const people = await readParticipants(ctx.db, ids);
  const checkouts = payable.map(({ row, lines, sums }) => {
    // Of a released one, what was paid meanwhile and does not go back.
    const left = Math.max(0, releasedPrice(lines) - (sums.paid - sums.refunding));
    const names = lines.flatMap((line) => [line.buyer_name ?? '', ...(people.get(line.id) ?? []).map(joinName)]);
    return {
      code: row.code,
      open: toLira(row.state === 'released' ? left : sums.open),
      names: [...new Set(foldWords(names.join(' ')))],
    };
  });
  const settled = await readSettledCodes(ctx.db, since);
  return { salt: await readSalt(ctx), checkouts, settled, recorded: await readRecorded(ctx) };
}

async function readRecorded({ db }: AppContext): Promise<string[]> {
  const { fingerprint } = payments;
  const rows = await db.select({ fingerprint }).from(payments).where(isNotNull(fingerprint));
  return rows.map(({ fingerprint }) => fingerprint as string);
}

/** Records matches of a bank statement, one by one, so that what is right is recorded whatever else is wrong. */
export async function recordMatches(
  ctx: AppContext,
  actorId: string,
  matches: StatementMatch[],
): Promise<{ recorded: string[]; repeated: string[]; refused: { code: string; reason: string }[] }> {
  const result = {
    recorded: [] as string[],
    repeated: [] as string[],
    refused: [] as { code: string; reason: string }[],
  };
  for (const { code, amount, booked_on, fingerprint } of matches) {
    if (await ctx.db.$count(payments, eq(payments.fingerprint, fingerprint))) {
      result.repeated.push(code);
      continue;
    }
    try {
      // A text that is no code names nothing, and PostgreSQL refuses some of its signs.
      if (!codeParams.safeParse({ code }).success) throw notFound();
      const payment = { amount, received_on: booked_on, method: 'transfer' as const, note: null, external_ref: null };
      await recordPayment(ctx, actorId, code, { ...payment, fingerprint });
      result.recorded.push(code);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'payment_exists') result.repeated.push(code);
      else if (error.code === 'not_found') result.refused.push({ code, reason: 'Bu kodla bir sipariş yok.' });
      else result.refused.push({ code, reason: error.body.message });
    }
  }
  return result;
}
