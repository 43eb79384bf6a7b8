import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Mutation } from '../mutation.ts';
import { dueAt } from '../payments/dueDates.ts';
import { readPaymentTerms } from '../payments/paymentSettings.service.ts';
import {
  lockCheckoutsOf,
  readDueLimits,
  readEarliestStarts,
  setDueDate,
  type WholeCheckout,
} from './checkouts.service.ts';

type Start = Pick<SeatProduct, 'starts_at'>;

const isOpen = ({ row }: WholeCheckout) => row.state === 'open';

/**
 * Locks the checkouts of a product before its edit. What is returned gives the open ones the due date of an order made
 * now where the start changed: no earlier one for a later start, no later one for an earlier start.
 */
export async function lockDueDates(
  mutation: Mutation,
  productId: string,
): Promise<(before: Start, after: Start) => Promise<void>> {
  const { tx, now } = mutation;
  const { whole, assertComplete } = await lockCheckoutsOf(tx, productId);
  const open = whole.filter(isOpen);
  const startBefore = await readEarliestStarts(tx, open);
  return async (from, to) => {
    if (from.starts_at.getTime() === to.starts_at.getTime()) return;
    await assertComplete();
    const startAfter = await readEarliestStarts(tx, open);
    const limit = await readDueLimits(tx, open);
    const { days_before } = await readPaymentTerms(tx);
    for (const checkout of open) {
      const [before, after] = [startBefore(checkout) as Date, startAfter(checkout) as Date];
      const ends = [checkout.row.due_at.getTime(), dueAt(after, days_before, now).getTime()];
      if (after.getTime() === before.getTime()) continue;
      const end = after > before ? Math.max(...ends) : Math.min(...ends);
      await moveDueDate(mutation, checkout, limit(checkout.lines, new Date(end)));
    }
  };
}

/**
 * Keeps the seats of whoever may choose whether a moved event suits them: nothing is due before their choice ends.
 * Returns the open ones of the locked checkouts as they are then.
 */
export async function extendToChoice(mutation: Mutation, whole: WholeCheckout[]): Promise<WholeCheckout[]> {
  const open = whole.filter(isOpen);
  const limit = await readDueLimits(mutation.tx, open);
  for (const checkout of open) await moveDueDate(mutation, checkout, limit(checkout.lines, checkout.row.due_at));
  return open;
}

/** Moves the due date of a locked checkout. */
async function moveDueDate(mutation: Mutation, { row }: WholeCheckout, due_at: Date): Promise<void> {
  if (due_at.getTime() === row.due_at.getTime()) return;
  await setDueDate(mutation, row, due_at);
  row.due_at = due_at;
}
