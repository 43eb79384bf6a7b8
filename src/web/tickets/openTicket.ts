import type { Ticket } from '../../contract/tickets.ts';

/** A ticket with its code. */
export interface OpenTicket extends Ticket {
  code: string;
}

/** The code of `/bilet/{code}`. */
export const readCode = (path: string): string => (path.split('/')[2] ?? '').slice(0, 200).toUpperCase();
