import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteSampleCopies } from './samples.service.ts';

export const sampleJobs = (ctx: AppContext): Job[] => [
  { name: 'delete sample copies', everySeconds: 6 * 3600, run: () => deleteSampleCopies(ctx.db, ctx.clock()) },
];
