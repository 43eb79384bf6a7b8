import { z } from 'zod';
import { catalogTexts } from './catalog.texts.ts';
import {
  defineEndpoints,
  id,
  idInBody,
  idParams,
  isoDate,
  message,
  strictInteger,
  timeOfDay,
  timestamp,
} from './endpoint.ts';
import { waitlistTexts } from './waitlist.texts.ts';

/** `waiting` in the line; `offered` seats are held for the person; the others are how an entry ended. */
const waitlistState = z.enum(['waiting', 'offered', 'taken', 'declined', 'lapsed', 'left']);
export type WaitlistState = z.output<typeof waitlistState>;

/** Somebody's place in the line of a product, for so many seats together. */
const waitlistEntry = z.object({
  id,
  product_id: id,
  event_title: z.string(),
  date: isoDate,
  time: timeOfDay,
  location: z.string(),
  quantity: z.number().int(),
  state: waitlistState,
  /** From 1 among those waiting; null in any other state. */
  position: z.number().int().nullable(),
  /** Until when the offered seats are held; null without an offer. */
  offer_until: timestamp.nullable(),
  joined_at: timestamp,
});
export type WaitlistEntry = z.output<typeof waitlistEntry>;

const adminWaitlistEntry = waitlistEntry
  .pick({ id: true, quantity: true, state: true, position: true, offer_until: true, joined_at: true })
  .extend({ name: z.string(), email: z.string(), priority: z.number().int() });
export type AdminWaitlistEntry = z.output<typeof adminWaitlistEntry>;

export const waitlistApi = defineEndpoints({
  'POST /api/waitlist': {
    access: 'customer',
    summary: 'Joins the line of a product that has fewer seats left than wanted',
    body: z.object({
      product_id: idInBody(catalogTexts.product),
      quantity: strictInteger(waitlistTexts.quantity, 1, 10),
    }),
    status: 201,
    reply: waitlistEntry,
    errors: ['already_waiting', 'seats_available', 'not_on_sale', 'limit_reached'],
  },
  'GET /api/my-waitlist': {
    access: 'customer',
    summary: "The caller's places in lines and offers, newest first; ended ones stay",
    list: true,
    reply: z.array(waitlistEntry),
  },
  'DELETE /api/waitlist/:id': {
    access: 'customer',
    summary: 'Leaves the line; an offer is handed on at once',
    params: idParams,
    reply: waitlistEntry.extend(message.shape),
    errors: ['conflict'],
  },
  'POST /api/waitlist/:id/decline': {
    access: 'customer',
    summary: 'Declines an offer, which is handed on at once',
    params: idParams,
    reply: waitlistEntry.extend(message.shape),
    errors: ['conflict'],
  },
  'GET /api/admin/product/:id/waitlist': {
    access: 'admin',
    summary: 'Who waits for seats of a product, those waiting in order first',
    params: idParams,
    list: true,
    reply: z.array(adminWaitlistEntry),
  },
  'PATCH /api/admin/waitlist/:id': {
    access: 'admin',
    summary: 'Moves somebody up or down: higher priorities come first, 0 to begin with',
    params: idParams,
    body: z.object({ priority: strictInteger(waitlistTexts.priority, -1_000_000, 1_000_000) }),
    reply: adminWaitlistEntry,
  },
});
