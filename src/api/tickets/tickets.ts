import type { Encryption } from '../encryption/encryption.ts';
import { sha256 } from '../hash.ts';
import { randomCode } from '../randomCode.ts';
import type { tickets } from './tickets.tables.ts';

export interface Seat {
  order_id: string;
  position: number;
}

/** The secrets of a seat: the code of its ticket and the number of its certificate. */
export interface TicketCodes {
  code: string;
  number: string;
}

export type NewTicket = Omit<typeof tickets.$inferInsert, 'sealed'> & { sealed: Buffer; codes: TicketCodes };

/** 20 of 32 signs: 100 random bits. */
const codeLength = 20;

/** Binds sealed codes to their seat. */
export const ticketData = ({ order_id, position }: Seat): string => `ticket ${order_id} ${position}`;

/** Makes the ticket of a seat that was just sold or handed on. */
export function newTicket(encryption: Encryption, { order_id, position }: Seat): NewTicket {
  const codes = { code: randomCode(codeLength), number: randomCode(codeLength) };
  return {
    order_id,
    position,
    code_hash: sha256(codes.code),
    number_hash: sha256(codes.number),
    sealed: encryption.encrypt(codes, ticketData({ order_id, position })),
    codes,
  };
}

/** Opens the codes of a ticket; undefined for one that has ended, and where they do not open. */
export const openCodes = (encryption: Encryption, row: typeof tickets.$inferSelect): TicketCodes | undefined =>
  row.sealed ? (encryption.tryDecrypt(row.sealed, ticketData(row)) as TicketCodes | undefined) : undefined;

export const toTicketPath = ({ code }: Pick<TicketCodes, 'code'>): string => `/bilet/${code}`;

export const seatKey = ({ order_id, position }: Seat): string => `${order_id}-${position}`;
