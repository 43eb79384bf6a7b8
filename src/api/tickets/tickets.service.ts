import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AppContext, Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { bytesInJson, insertRowsSql, queryRows } from '../db/sql.ts';
import { tickets } from './tickets.tables.ts';
import { type NewTicket, newTicket, openCodes, type Seat, seatKey, type TicketCodes } from './tickets.ts';

/** Inserts the tickets of new seats, as a part of a larger statement, which fails where one has a ticket. */
export function insertTicketsSql(made: NewTicket[]): SQL {
  const rows = made.map(({ codes: _, sealed, ...row }) => ({ ...row, sealed: bytesInJson(sealed) }));
  return insertRowsSql(tickets, rows);
}

/** Inserts tickets; a seat that another transaction gave one meanwhile keeps that. */
const addTickets = (db: Database, made: NewTicket[]) =>
  db.execute(sql`${insertTicketsSql(made)} on conflict do nothing`);

/** Ends the code of a seat and makes a new one. */
export async function replaceTicket(tx: Database, { encryption }: Keys, seat: Seat): Promise<void> {
  const isSeat = and(eq(tickets.order_id, seat.order_id), eq(tickets.position, seat.position));
  await tx.update(tickets).set({ sealed: null }).where(isSeat);
  await addTickets(tx, [newTicket(encryption, seat)]);
}

/** The present codes of all seats of some orders, by `seatKey`; those that do not open are left out. */
export async function readCodes(db: Database, { encryption }: Keys, ids: string[]): Promise<Map<string, TicketCodes>> {
  if (!ids.length) return new Map();
  const isPresent = and(inArray(tickets.order_id, ids), isNotNull(tickets.sealed));
  const rows = await db.select().from(tickets).where(isPresent);
  return new Map(
    rows.flatMap((row) => {
      const codes = openCodes(encryption, row);
      return codes ? [[seatKey(row), codes] as const] : [];
    }),
  );
}

/** Where a ticket's code leads; `ended` once its seat was handed on. */
export interface TicketSeat extends Seat {
  ended: boolean;
}

/** Finds the seats of codes by their SHA-256; unknown ones are left out. */
export async function findTicketSeats(db: Database, hashes: string[]): Promise<Map<string, TicketSeat>> {
  if (!hashes.length) return new Map();
  const rows = await db.select().from(tickets).where(inArray(tickets.code_hash, hashes));
  return new Map(
    rows.map(({ code_hash, order_id, position, sealed }) => [
      code_hash,
      { order_id, position, ended: sealed === null },
    ]),
  );
}

const rowsPerBatch = 500;

/**
 * Gives each of the seats a query finds a ticket where it has none: those sold before there were tickets, and those of
 * a restored backup.
 */
export async function addMissingTickets({ db, encryption }: AppContext, seatsSql: SQL): Promise<void> {
  for (;;) {
    const seats = await queryRows<Seat>(
      db,
      sql`select s.order_id, s.position from (${seatsSql}) s
        where not exists (
          select from ${tickets} t
          where t.order_id = s.order_id and t.position = s.position and t.sealed is not null
        ) limit ${rowsPerBatch}`,
    );
    const made = seats.map((seat) => newTicket(encryption, seat));
    if (made.length) await addTickets(db, made);
    if (seats.length < rowsPerBatch) return;
  }
}
