import { z } from 'zod';
import { text } from '../shared/text.ts';
import { defineEndpoints, id, idParams, isoDate, message, timeOfDay } from './endpoint.ts';
import { waitlistTexts } from './waitlist.texts.ts';

/** An event that may not take place: the time to decide has come, and too few seats are sold. */
const undecided = z.object({
  id,
  title: z.string(),
  date: isoDate,
  time: timeOfDay,
  sold: z.number().int(),
  min_participants: z.number().int(),
});
export type UndecidedProduct = z.output<typeof undecided>;

export const decisionsApi = defineEndpoints({
  'GET /api/admin/decisions': {
    access: 'admin',
    summary: 'Events whose time to decide has come while too few seats are sold, by start',
    list: true,
    reply: z.array(undecided),
  },
  'POST /api/admin/product/:id/decision': {
    access: 'admin',
    summary: 'Decides that a product takes place, or calls it off as `cancel` does',
    params: idParams,
    body: z.discriminatedUnion(
      'decision',
      [
        z.object({ decision: z.literal('run') }),
        z.object({ decision: z.literal('cancel'), reason: text(1000, waitlistTexts.reason) }),
      ],
      'Karar “run” ya da “cancel” olmalıdır.',
    ),
    reply: message.extend({
      decision: z.enum(['run', 'cancel']),
      orders: z.number().int(),
      refunds: z.number().int(),
      recipients: z.number().int(),
    }),
    errors: ['conflict'],
  },
});
