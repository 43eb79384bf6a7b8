import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredReplies } from './idempotency.service.ts';

/** Periodic job: deletes stored replies of checkouts after 24 hours, as they name participants. */
export const orderJobs = (ctx: AppContext): Job[] => [
  { name: 'delete expired order replies', everySeconds: 3600, run: () => deleteExpiredReplies(ctx) },
];
