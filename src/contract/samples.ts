import { z } from 'zod';
import { defineEndpoints, timestamp } from './endpoint.ts';

const count = z.number().int();

/** What removing the sample content would take and leave. */
const samplesState = z.object({
  /** Whether pages show the sample words. */
  words: z.boolean(),
  groups: z.array(
    z.object({
      entity: z.enum(['category', 'product', 'service', 'gallery', 'post', 'comment']),
      /** Will be removed. */
      removable: count,
      /** Stays because somebody edited it. */
      edited: count,
      /** Stays because others ordered it or commented on it. */
      used: count,
      /** Was removed and can be brought back. */
      removed: count,
    }),
  ),
  /** When removed samples can no longer be brought back; null if there are none. */
  restorable_until: timestamp.nullable(),
});
export type SamplesState = z.output<typeof samplesState>;

export const samplesApi = defineEndpoints({
  'GET /api/admin/samples': { access: 'admin', summary: 'What is left of the sample content', reply: samplesState },
  'POST /api/admin/samples/remove': {
    access: 'admin',
    summary: 'Removes all samples that nobody edited or uses; pages show neutral words',
    reply: samplesState,
  },
  'POST /api/admin/samples/restore': {
    access: 'admin',
    summary: 'Brings removed samples back, for 30 days',
    reply: samplesState,
    errors: ['conflict'],
  },
});
