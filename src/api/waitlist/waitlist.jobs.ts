import { and, eq, lte, type SQL } from 'drizzle-orm';
import { readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { type Job, workThrough } from '../jobs/jobs.ts';
import { mutate } from '../mutation.ts';
import { freeSeats, isLive } from './freeSeats.service.ts';
import { opensAt } from './offers.ts';
import { waitlist } from './waitlist.tables.ts';

export const waitlistJobs = (ctx: AppContext): Job[] => [
  { name: 'end offers', everySeconds: 15, run: (signal) => endOffers(ctx, signal) },
];

/** Hands on offers and seats that waited long enough, and opens lines to all shortly before the start. */
export async function endOffers(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  const isOver = and(eq(waitlist.state, 'offered'), lte(waitlist.offer_until, now));
  const isHeldLongEnough = and(eq(waitlist.state, 'waiting'), lte(waitlist.hold_until, now));
  const withOffers = await readProductIds(ctx.db, isOver);
  const withHolds = await readProductIds(ctx.db, isHeldLongEnough);
  const products = await readSeatProducts(ctx.db, [...(await readProductIds(ctx.db, isLive))]);
  const due = [...products.values()].filter(({ id, starts_at, held_seats }) => {
    const isOpened = opensAt(starts_at) <= now && (held_seats > 0 || starts_at <= now);
    return withOffers.has(id) || (held_seats > 0 && withHolds.has(id)) || isOpened;
  });
  const handOn = ({ id }: SeatProduct) => mutate(ctx, null, (mutation) => freeSeats(mutation, id, 0));
  await workThrough(ctx, 'product', due, handOn, signal);
}

async function readProductIds(db: Database, where: SQL | undefined): Promise<Set<string>> {
  const rows = await db.selectDistinct({ id: waitlist.product_id }).from(waitlist).where(where);
  return new Set(rows.map(({ id }) => id));
}
