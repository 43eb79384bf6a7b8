import type { TicketState } from './tickets.ts';

/** The states of a ticket as people read them, on its page and its PDF. */
export const ticketStates = {
  valid: 'Geçerli',
  unpaid: 'Ödenmedi',
  used: 'Girildi. İyi atölyeler!',
  cancelled: 'Bu bilet artık geçerli değil',
} as const satisfies Record<TicketState, string>;

/** What is open for the seat of somebody who is in already. */
export const ticketDue = 'Ödenecek';
