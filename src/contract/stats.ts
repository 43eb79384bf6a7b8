import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

const count = z.number().int();

export const statsApi = defineEndpoints({
  'GET /api/admin/stats': {
    access: 'admin',
    summary: 'Counts for the dashboard',
    reply: z.object({
      /** Events that are not hidden, past ones too. */
      products: count,
      /** All accounts. */
      users: count,
      upcoming_events: count,
      /** Of all events ever, cancelled orders aside. */
      seats_sold: count,
      unread_messages: count,
      pending_comments: count,
    }),
  },
});
