import type { Refund } from '../../contract/payments.ts';
import { toLira } from '../../shared/money.ts';
import type { RefundRow } from './ledger.service.ts';

/** A refund as admins see it; `card` says whether the card service can be told to pay it back. */
export const toRefund = (row: RefundRow, buyer_name: string | null, card: boolean): Refund => ({
  ...row,
  ...{ buyer_name, card },
  amount: toLira(row.amount_kurus),
  due_at: row.due_at.toISOString(),
  unheard: row.state === 'asked' && row.unheard_at !== null,
});
