import { z } from 'zod';
import { email, fullName } from '../shared/text.ts';
import { seatParams } from './cancellations.ts';
import { defineEndpoints, isoDate, message, timeOfDay, timestamp, tokenParams } from './endpoint.ts';
import { waitlistTexts } from './waitlist.texts.ts';

/** What somebody sees of a seat that is handed on to them; nobody is named. */
const transferOffer = z.object({ event_title: z.string(), date: isoDate, time: timeOfDay, location: z.string() });
export type TransferOffer = z.output<typeof transferOffer>;

export const transfersApi = defineEndpoints({
  'POST /api/my-orders/:id/participants/:position/transfer': {
    access: 'customer',
    summary: 'Makes the link that hands a seat on, until an hour before the start; the link before it ends',
    params: seatParams,
    status: 201,
    reply: z.object({ url: z.string(), expires_at: timestamp }),
    errors: ['too_late', 'conflict'],
  },
  'DELETE /api/my-orders/:id/participants/:position/transfer': {
    access: 'customer',
    summary: 'Takes the link back, until it is used',
    params: seatParams,
    reply: message,
    errors: ['conflict'],
  },
  'GET /api/transfers/:token': {
    access: 'public',
    summary: 'Which event a seat is for; changes nothing',
    params: tokenParams,
    reply: transferOffer,
    errors: ['link_expired'],
  },
  'POST /api/transfers/:token': {
    access: 'public',
    summary: 'Takes over a seat, once',
    params: tokenParams,
    body: z.object({
      fullName: fullName(waitlistTexts.fullName),
      email,
      kvkk_consent: z.literal(true, waitlistTexts.consent),
    }),
    reply: transferOffer.extend(message.shape),
    errors: ['link_expired'],
  },
});
