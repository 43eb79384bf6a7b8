import { z } from 'zod';
import { declare, instant } from './endpoint.ts';

export const publishState = z.object({
  state: z.enum(['idle', 'building', 'failed', 'published']),
  /** Whether there are changes the served site does not show yet. */
  pending: z.boolean(),
  last_published_at: instant.nullable(),
  last_error: z.string().nullable(),
});
export type PublishState = z.output<typeof publishState>;

export const publish = declare({
  'GET /api/admin/stats': {
    access: 'admin',
    summary: 'Counts for the dashboard',
    reply: z.object({
      products: z.number().int(),
      users: z.number().int(),
      upcoming_events: z.number().int(),
      seats_sold: z.number().int(),
      unread_messages: z.number().int(),
      pending_comments: z.number().int(),
    }),
  },
  'GET /api/admin/publish': { access: 'admin', summary: 'Where publishing stands', reply: publishState },
  'POST /api/admin/publish': {
    access: 'admin',
    summary: 'Starts or joins the next rebuild',
    status: 202,
    reply: publishState,
  },
  'GET /api/admin/publish/events': {
    access: 'admin',
    summary: 'The same as it changes, the present state first',
    stream: true,
    reply: publishState,
  },
});
