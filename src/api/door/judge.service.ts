import { and, inArray, isNotNull } from 'drizzle-orm';
import type { ScanResult } from '../../contract/door.ts';
import { answerScan, type SeatScan } from '../../shared/doorScans.ts';
import { readProductsOf } from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import type { DoorLines } from '../orders/doorSeats.service.ts';
import type { TicketSeat } from '../tickets/tickets.service.ts';
import { type Seat, seatKey } from '../tickets/tickets.ts';
import { countingResults } from './arrivals.service.ts';
import { checkIns } from './door.tables.ts';

/** A scan with its corrected time and the seat it names, if any. */
export interface ReadScan extends SeatScan {
  product_id: string;
  scanned_at: Date;
  ticket_hash: string | null;
  seat: TicketSeat | undefined;
}

/** Decides scans: whether each counts, and if so by the scans of its seat that were made before it. */
export async function judgeScans(tx: Database, scans: ReadScan[], lines: DoorLines) {
  const products = await readProductsOf(tx, scans);
  const refusals = new Map(
    scans.map((scan) => [scan, products.has(scan.product_id) ? refuse(scan, lines) : 'unknown']),
  );
  const counting = scans.filter((scan) => !refusals.get(scan));
  const seats = counting.flatMap(({ seat }) => seat ?? []);
  const bySeat = await readSeatScans(tx, seats);
  for (const scan of counting) bySeat.get(seatKey(scan.seat as Seat))?.push(scan);
  return scans.map((scan) => {
    const { device, nonce, undo, scanned_at, ticket_hash } = scan;
    const seat = scan.seat && lines.products.has(scan.seat.order_id) ? scan.seat : undefined;
    const refusal = refusals.get(scan);
    const others = (seat && bySeat.get(seatKey(seat))) ?? [];
    const { result, first_at } = refusal ? { result: refusal, first_at: null } : answerScan(scan, others);
    return {
      ...{ device, nonce, undo, scanned_at, ticket_hash, result },
      product_id: products.get(scan.product_id)?.id ?? null,
      order_id: seat?.order_id ?? null,
      position: seat?.position ?? null,
      at: new Date(scan.at),
      first_at: first_at === null ? null : new Date(first_at),
    };
  });
}

/** Why a scan does not count; undefined where it does. */
function refuse(
  { seat, product_id, ticket_hash, at }: ReadScan,
  { products, seats }: DoorLines,
): ScanResult | undefined {
  const ofProduct = seat && products.get(seat.order_id);
  if (!ofProduct) return 'unknown';
  if (ofProduct !== product_id) return 'wrong_event';
  const found = seats.get(seatKey(seat));
  // The id of a seat that was given up names nothing; its ticket was known.
  if (!found) return ticket_hash ? 'cancelled' : 'unknown';
  // As with the code that ended, whoever was ticked by name is not who has the seat now.
  const isHandedOn = seat.ended || (!ticket_hash && found.handed_on_at && at <= found.handed_on_at.getTime());
  return isHandedOn || found.status === 'cancelled' ? 'cancelled' : undefined;
}

/** Scans of seats that counted so far, with a list for each of these seats. */
async function readSeatScans(tx: Database, seats: Seat[]): Promise<Map<string, SeatScan[]>> {
  const bySeat = new Map<string, SeatScan[]>(seats.map((seat) => [seatKey(seat), []]));
  if (!seats.length) return bySeat;
  const ids = [...new Set(seats.map(({ order_id }) => order_id))];
  const rows = await tx
    .select()
    .from(checkIns)
    .where(and(inArray(checkIns.order_id, ids), isNotNull(checkIns.position), countingResults));
  for (const { order_id, position, at, undo, device, nonce } of rows)
    bySeat.get(`${order_id}-${position}`)?.push({ at: at.getTime(), undo, device, nonce });
  return bySeat;
}
