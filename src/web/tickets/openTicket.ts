import type { Ticket } from '../../contract/tickets.ts';
import { readKey } from '../ui/linkPage.ts';

/** A ticket with its code. */
export interface OpenTicket extends Ticket {
  code: string;
}

/** The code of `/bilet/{code}`. */
export const readCode = (path: string): string => readKey(path).toUpperCase();
