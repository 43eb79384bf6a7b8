import type { DoorScan, ScanAnswer } from '../../contract/door.ts';
import { correctTime } from '../../shared/doorScans.ts';
import { cleanCode } from '../../shared/ticketCode.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { sha256 } from '../hash.ts';
import { mutate } from '../mutation.ts';
import { lockLines, readDoorLines } from '../orders/doorSeats.service.ts';
import { findTicketSeats, type TicketSeat } from '../tickets/tickets.service.ts';
import { seatKey } from '../tickets/tickets.ts';
import { toPerson } from './door.service.ts';
import { checkIns } from './door.tables.ts';
import { judgeScans, type ReadScan } from './judge.service.ts';
import { lockStoredScans } from './storedScans.service.ts';

/** Scans as a device sends them; `sent_at` is by its clock, as their times are. */
interface ScanBatch {
  device: string;
  sent_at: string;
  scans: DoorScan[];
}

/**
 * Writes scans down and answers them, refused ones too. A nonce that the device sent before is answered as then. Scans
 * are ordered by corrected time, so that the answers do not depend on which device sends first.
 */
export const recordScans = (ctx: AppContext, actorId: string, batch: ScanBatch): Promise<ScanAnswer[]> =>
  mutate(ctx, actorId, async ({ tx, now, audit }) => {
    const { device, scans } = batch;
    const nonces = scans.map(({ nonce }) => nonce);
    const stored = await lockStoredScans(tx, device, nonces);
    const known = new Set(stored.map(({ nonce }) => nonce));
    const fresh = scans.filter(({ nonce }) => !known.has(nonce) && known.add(nonce));
    const read = await readScans(tx, { ...batch, scans: fresh }, now);
    const lineIds = [...stored, ...read.map(({ seat }) => seat)].flatMap((seat) => seat?.order_id ?? []);
    await lockLines(tx, lineIds);
    const lines = await readDoorLines(tx, lineIds);
    const judged = await judgeScans(tx, read, lines);
    const added = judged.map((row) => ({ ...row, received_at: now, actor_id: actorId }));
    if (added.length) {
      await tx.insert(checkIns).values(added);
      const byResult = Map.groupBy(added, ({ result }) => result);
      await audit({
        action: 'scan',
        entity: 'door',
        entityId: added.find(({ product_id }) => product_id)?.product_id ?? undefined,
        after: Object.fromEntries([...byResult].map(([result, same]) => [result, same.length])),
      });
    }
    const rows = new Map([...stored, ...added].map((row) => [row.nonce, row]));
    return scans.map(({ nonce }) => {
      const row = rows.get(nonce) as (typeof added)[number];
      const { result, first_at, order_id, position } = row;
      const isNamed = !['cancelled', 'unknown'].includes(result) && order_id !== null && position !== null;
      const seat = isNamed ? lines.seats.get(seatKey({ order_id, position })) : undefined;
      // Whoever has the seat since is not who was scanned.
      const isSame = seat && (!seat.handed_on_at || seat.handed_on_at <= row.received_at);
      return { nonce, result, participant: isSame ? toPerson(seat) : null, first_at: first_at?.toISOString() ?? null };
    });
  });

/** Finds the seats that scans name, and when they were made by our clock. */
async function readScans(tx: Database, { device, sent_at, scans }: ScanBatch, now: Date): Promise<ReadScan[]> {
  const sentAt = Date.parse(sent_at);
  const read = scans.map(({ nonce, product_id, ticket, participant_id, at, undo }) => ({
    ...{ device, nonce, product_id, undo: undo ?? false, scanned_at: new Date(at) },
    at: correctTime(Date.parse(at), sentAt, now.getTime()),
    ticket_hash: ticket ? sha256(cleanCode(ticket)) : null,
    seat: parseSeat(participant_id ?? ''),
  }));
  const hashes = read.flatMap(({ ticket_hash }) => ticket_hash ?? []);
  const byTicket = await findTicketSeats(tx, hashes);
  return read.map((scan) => (scan.ticket_hash ? { ...scan, seat: byTicket.get(scan.ticket_hash) } : scan));
}

/** Reads a participant's id: order line and position. */
function parseSeat(id: string): TicketSeat | undefined {
  const [, order_id, position] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,2})$/.exec(id) ?? [];
  return order_id ? { order_id, position: Number(position), ended: false } : undefined;
}
