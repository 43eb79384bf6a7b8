import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredReplies } from './idempotency.service.ts';

export const idempotencyJobs = ({ db, clock }: AppContext): Job[] => [
  { name: 'delete expired replies', everySeconds: 3600, run: () => deleteExpiredReplies(db, clock()) },
];
