import { fold } from '../../shared/fold.ts';
import { toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import { readParticipantNames, readPayable } from '../orders/checkouts.admin.service.ts';
import { priceOf } from '../orders/checkouts.service.ts';
import { readSalt } from './settings.service.ts';

/** For so long after a release a late transfer is still looked for. */
const lateMs = 90 * 24 * 3_600_000;

/** What a browser needs to match a bank statement: sums and folded names of checkouts that wait for money. */
export async function readOpenForStatement(ctx: AppContext): Promise<{
  salt: string;
  checkouts: { code: string; open: number; names: string[] }[];
}> {
  const payable = await readPayable(ctx.db, new Date(ctx.clock().getTime() - lateMs));
  const people = await readParticipantNames(
    ctx.db,
    payable.flatMap(({ lines }) => lines.map(({ id }) => id)),
  );
  const checkouts = payable.map(({ row, lines, sums }) => {
    const names = lines.flatMap((line) => [line.buyer_name ?? '', ...(people.get(line.id) ?? [])]);
    const released = lines.filter(({ released_at }) => released_at).reduce((sum, line) => sum + priceOf(line), 0);
    return {
      code: row.code,
      open: toLira(row.state === 'released' ? released : sums.open),
      names: [...new Set(names.flatMap((name) => fold(name).split(/\s+/).filter(Boolean)))],
    };
  });
  return { salt: await readSalt(ctx), checkouts };
}
