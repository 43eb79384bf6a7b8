import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteOldFeedback } from './feedback.service.ts';

export const feedbackJobs = (ctx: AppContext): Job[] => [
  { name: 'delete old feedback', everySeconds: 6 * 3600, run: () => deleteOldFeedback(ctx) },
];
