import { sealedColumn } from '../reseal/sealedRows.ts';
import { tickets } from './tickets.tables.ts';
import { ticketData } from './tickets.ts';

export const sealedTickets = sealedColumn('tickets', tickets, tickets.code_hash, ticketData);
