import { eq } from 'drizzle-orm';
import { dayInIstanbul, dayStart } from '../../shared/time.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Mutation } from '../mutation.ts';
import { readDoorSeats } from '../orders/doorSeats.service.ts';
import { seatKey } from '../tickets/tickets.ts';
import { endArrivals, listArrivals } from './arrivals.service.ts';
import { checkIns } from './door.tables.ts';

/**
 * Undoes the arrivals at a product that moves to another day to come, except those of that day. Once the day before has
 * begun, a phone without network may hold more of it: no earlier scan counts then, whenever it is sent.
 */
export async function endMovedArrivals(
  mutation: Mutation,
  before: Pick<SeatProduct, 'id' | 'starts_at'>,
  after: Pick<SeatProduct, 'starts_at'>,
): Promise<void> {
  const { tx, now } = mutation;
  const day = dayInIstanbul(after.starts_at);
  const dayBefore = dayInIstanbul(before.starts_at);
  if (dayBefore === day || after.starts_at <= now) return;
  const arrivals = await listArrivals(tx, eq(checkIns.product_id, before.id));
  const arrived = new Set(arrivals.map(seatKey));
  const seats = dayBefore <= dayInIstanbul(now) ? await readDoorSeats(tx, before.id) : [];
  const others = seats.filter((seat) => !arrived.has(seatKey(seat)));
  const until = new Date(Math.min(dayStart(day).getTime(), now.getTime()));
  await endArrivals(mutation, [...arrivals, ...others], until);
}
