import { z } from 'zod';
import { fullName, text } from '../shared/text.ts';
import { defineEndpoints, id, idParams, integer, message, strictInteger, timestamp } from './endpoint.ts';
import { liraSum } from './money.ts';
import { order } from './orders.ts';
import { waitlistTexts } from './waitlist.texts.ts';

/** Whether seats can be cancelled now, and what would be refunded. */
const cancellation = z.object({
  allowed: z.boolean(),
  /** In lira. */
  refund: z.number(),
  percent: z.number().int(),
  /** Until when this percentage holds; null without an end. */
  until: timestamp.nullable(),
  /** Why it is not allowed, in words; null where it is. */
  reason: z.string().nullable(),
});
export type Cancellation = z.output<typeof cancellation>;

/** The same for an admin, who may also give back all that was paid for the seats. */
const adminCancellation = cancellation.extend({
  /** In lira; more than `refund` where the terms keep something. */
  full_refund: z.number(),
});
export type AdminCancellation = z.output<typeof adminCancellation>;

/** An order and the position of one of its participants, from 1. */
export const seatParams = z.object({ id, position: integer(waitlistTexts.seats, 1, 1000) });

const positions = z.array(strictInteger(waitlistTexts.seats, 1, 1000), waitlistTexts.seats);

const seatsQuery = z.object({
  /** Comma-separated positions; all seats if missing. */
  participants: z
    .string()
    .regex(/^\d{1,4}(?:,\d{1,4}){0,99}$/, waitlistTexts.seats)
    .transform((value) => value.split(',').map(Number))
    .optional(),
});
const cancelBody = z.object({
  expected_refund: z.preprocess((value) => value ?? '', liraSum),
  participants: positions.min(1, waitlistTexts.seats).max(100).optional(),
});
const renameBody = z.object({ fullName: fullName(waitlistTexts.fullName) });

export const cancellationsApi = defineEndpoints({
  'GET /api/my-orders/:id/cancellation': {
    access: 'customer',
    summary: 'What cancelling a line, or the seats in `participants`, would bring now',
    params: idParams,
    query: seatsQuery,
    reply: cancellation,
  },
  'POST /api/my-orders/:id/cancel': {
    access: 'customer',
    summary: 'Cancels a line or some of its seats; refused where the refund is another than the expected one',
    params: idParams,
    body: cancelBody,
    reply: order.extend(message.shape),
    errors: ['terms_changed', 'too_late', 'conflict'],
  },
  'PATCH /api/my-orders/:id/participants/:position': {
    access: 'customer',
    summary: "Mends a participant's name, until the start",
    params: seatParams,
    body: renameBody,
    reply: order.extend(message.shape),
    errors: ['too_late', 'conflict'],
  },
  'GET /api/admin/orders/:id/cancellation': {
    access: 'admin',
    summary: "What cancelling anybody's line, or the seats in `participants`, would bring now",
    params: idParams,
    query: seatsQuery,
    reply: adminCancellation,
  },
  'POST /api/admin/orders/:id/cancel': {
    access: 'admin',
    summary: "Cancels anybody's line or some of its seats; `expected_refund` is that of the terms or the full one",
    params: idParams,
    body: cancelBody,
    reply: order.extend(message.shape),
    errors: ['terms_changed', 'too_late', 'conflict'],
  },
  'PATCH /api/admin/orders/:id/participants/:position': {
    access: 'admin',
    summary: "Mends anybody's participant's name, until the start; also of a seat that was handed on",
    params: seatParams,
    body: renameBody,
    reply: order.extend(message.shape),
    errors: ['too_late', 'conflict'],
  },
});

export const callOffApi = defineEndpoints({
  'GET /api/admin/product/:id/cancellation': {
    access: 'admin',
    summary: 'What calling a product off would do: lines, refunds and people',
    params: idParams,
    reply: z.object({
      orders: z.number().int(),
      seats: z.number().int(),
      /** Refund tasks, and their sum in lira. */
      refunds: z.number().int(),
      refund_total: z.number(),
      /** Addresses that are mailed, those waiting included. */
      recipients: z.number().int(),
      waiting: z.number().int(),
    }),
    errors: ['conflict'],
  },
  'POST /api/admin/product/:id/cancel': {
    access: 'admin',
    summary: 'Calls a product off: every line is cancelled, what was paid becomes refund tasks, everybody is mailed',
    params: idParams,
    body: z.object({ reason: text(1000, waitlistTexts.reason) }),
    reply: message.extend({ orders: z.number().int(), refunds: z.number().int(), recipients: z.number().int() }),
    errors: ['conflict'],
  },
});
