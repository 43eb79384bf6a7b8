import { productNumbers } from '../../contract/catalog.texts.ts';
import type { UndecidedProduct } from '../../contract/decisions.ts';
import { hourMs } from '../../shared/time.ts';
import { markRun } from '../catalog/moves.service.ts';
import { listProductsBetween, lockSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { seatsSold } from '../orders/orders.admin.service.ts';
import { isUndecided } from './schedule.ts';

/** How long before its start an event waits for a decision at most: the largest `decide_hours` and a day to spare. */
const longestMs = (productNumbers.decide_hours.max + 24) * hourMs;

/** Lists the events whose time to decide has come while too few seats are sold. */
export async function listUndecided({ db, clock }: AppContext): Promise<UndecidedProduct[]> {
  const now = clock();
  const events = await listProductsBetween(db, now, new Date(now.getTime() + longestMs));
  const asked = events.filter(({ min_participants }) => min_participants > 0);
  const ids = asked.map(({ id }) => id);
  const soldOf = await seatsSold(db, ids);
  return asked.flatMap((event) => {
    const { id, title, date, time, min_participants } = event;
    const sold = soldOf.get(id) ?? 0;
    return isUndecided(event, sold, now) ? [{ id, title, date, time, sold, min_participants }] : [];
  });
}

/** Decides that a product takes place. Throws `not_found`, and `conflict` where it was called off or has started. */
export const decideToRun = (ctx: AppContext, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async (mutation) => {
    const event = (await lockSeatProducts(mutation.tx, [id])).get(id);
    if (!event || event.deleted_at) throw notFound();
    if (event.cancelled_at) throw new ApiError('conflict', { message: 'Bu atölye iptal edilmiş.' });
    if (event.starts_at <= mutation.now) throw new ApiError('conflict', { message: 'Bu atölye başladı.' });
    await markRun(mutation, id);
    await mutation.audit({ action: 'decide', entity: 'product', entityId: id, after: { decision: 'run' } });
  });
