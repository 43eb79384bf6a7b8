import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

const count = z.number().int();

export const statsApi = defineEndpoints({
  'GET /api/admin/stats': {
    access: 'admin',
    summary: 'Counts for the dashboard',
    reply: z.object({
      /** Products that are not hidden, past ones included. */
      products: count,
      /** All accounts. */
      users: count,
      upcoming_events: count,
      /** Of all products, without cancelled orders. */
      seats_sold: count,
      unread_messages: count,
      pending_comments: count,
    }),
  },
});
