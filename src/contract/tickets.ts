import { z } from 'zod';
import { defineEndpoints, file, image, isoDate, timeOfDay, timestamp } from './endpoint.ts';

/** The first that holds. */
const ticketState = z.enum(['cancelled', 'used', 'unpaid', 'valid']);
export type TicketState = z.output<typeof ticketState>;

/** What somebody with a ticket in hand sees of it. */
const ticket = z.object({
  event_title: z.string(),
  date: isoDate,
  time: timeOfDay,
  duration_minutes: z.number().int(),
  location: z.string(),
  /** The product's first picture. */
  image,
  /** Of the participant; blank once the seat is somebody else's or was given up. */
  name: z.string(),
  state: ticketState,
  checked_in_at: timestamp.nullable(),
  /** What is still to be paid for this seat, in lira. */
  open: z.number(),
  /** Number of the certificate; null as long as the participant has none. */
  certificate: z.string().nullable(),
  /** UID and SEQUENCE of its entry in calendars, the same as in mails. */
  calendar_uid: z.string(),
  sequence: z.number().int(),
});
export type Ticket = z.output<typeof ticket>;

/** Says that a certificate is one of ours. */
const certificate = z.object({ event_title: z.string(), date: isoDate, initials: z.string() });
export type Certificate = z.output<typeof certificate>;

/** Any text: one that was never a code is unknown. */
const codeParams = z.object({ code: z.string().max(200) });

export const ticketsApi = defineEndpoints({
  'GET /api/tickets/:code': { access: 'public', summary: 'A ticket by its code', params: codeParams, reply: ticket },
  'GET /api/tickets/:code/ticket.pdf': {
    access: 'public',
    summary: 'The same as a PDF with a QR code; also answered at `/api/tickets/:code.pdf`',
    params: codeParams,
    raw: 'application/pdf',
    reply: file,
  },
  'GET /api/tickets/:code/certificate.pdf': {
    access: 'public',
    summary: 'The certificate of a participant who was there, once the event is over',
    params: codeParams,
    raw: 'application/pdf',
    reply: file,
    errors: ['conflict'],
  },
  'GET /api/certificates/:number': {
    access: 'public',
    summary: 'Whether a number is that of one of our certificates',
    params: z.object({ number: z.string().max(200) }),
    reply: certificate,
  },
});
