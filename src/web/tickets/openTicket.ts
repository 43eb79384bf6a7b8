import type { Ticket } from '../../contract/tickets.ts';
import { readKey } from '../ui/linkPage.ts';

export interface OpenTicket extends Ticket {
  code: string;
}

/** The code of `/bilet/{code}`. */
export const readCode = (path: string): string => readKey(path).toUpperCase();
