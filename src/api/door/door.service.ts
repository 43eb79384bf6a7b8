import type { Door, DoorPerson } from '../../contract/door.ts';
import { compare } from '../../shared/collation.ts';
import { readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { readAtOnce } from '../db/sql.ts';
import { notFound } from '../errors.ts';
import { type DoorSeat, readDoorSeats } from '../orders/doorSeats.service.ts';
import { readCodes } from '../tickets/tickets.service.ts';
import { seatKey } from '../tickets/tickets.ts';
import { readProductArrivals } from './arrivals.service.ts';
import { seal } from './seal.ts';

export const toPerson = (seat: DoorSeat): DoorPerson => ({
  id: seatKey(seat),
  name: seat.name,
  surname: seat.surname,
  order_code: seat.order_code,
  open: seat.open,
});

/** Who is expected at the door of a product, by name, and the sealed list for its devices. Throws `not_found`. */
export async function readDoor(ctx: AppContext, productId: string): Promise<Door> {
  // A seat that is handed on meanwhile has another code with another name.
  const { product, seats, arrivals, codes } = await readAtOnce(ctx.db, async (tx) => {
    const product = (await readSeatProducts(tx, [productId])).get(productId);
    if (!product) throw notFound();
    const seats = await readDoorSeats(tx, productId);
    const arrivals = await readProductArrivals(tx, productId);
    const orderIds = seats.map(({ order_id }) => order_id);
    return { product, seats, arrivals, codes: await readCodes(tx, ctx, orderIds) };
  });
  const { id, title, date, time, location, cancelled_at } = product;
  return {
    product: { id, title, date, time, location, cancelled: cancelled_at !== null },
    server_time: ctx.clock().toISOString(),
    participants: seats
      .map((seat) => ({
        ...toPerson(seat),
        status: seat.status as 'reserved' | 'paid',
        checked_in_at: arrivals.get(seatKey(seat))?.toISOString() ?? null,
      }))
      .toSorted((a, b) => compare(`${a.name} ${a.surname}`, `${b.name} ${b.surname}`) || compare(a.id, b.id)),
    // By key, so that their order says nothing about names.
    sealed: seats
      .flatMap((seat) => {
        const ticket = codes.get(seatKey(seat));
        return ticket ? seal(ticket.code, productId, toPerson(seat)) : [];
      })
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  };
}
