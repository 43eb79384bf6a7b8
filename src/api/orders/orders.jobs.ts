import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteOldAnswers } from './answers.service.ts';
import { deleteExpiredReplies } from './idempotency.service.ts';

/** Periodic jobs: delete stored replies of checkouts after 24 hours, as they name participants, and old answers. */
export const orderJobs = (ctx: AppContext): Job[] => [
  { name: 'delete expired order replies', everySeconds: 3600, run: () => deleteExpiredReplies(ctx) },
  { name: 'delete old answers', everySeconds: 6 * 3600, run: () => deleteOldAnswers(ctx) },
];
