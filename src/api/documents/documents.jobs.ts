import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredDetails } from './documents.service.ts';

/** Deletes what documents say of orders after three years. */
export const documentJobs = (ctx: AppContext): Job[] => [
  { name: 'delete expired documents', everySeconds: 3600, run: () => deleteExpiredDetails(ctx) },
];
