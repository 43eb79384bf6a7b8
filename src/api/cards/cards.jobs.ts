import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { askAfterAttempts } from './ask.service.ts';

export const cardJobs = (ctx: AppContext): Job[] => [
  { name: 'ask after card payments', everySeconds: 30, run: (signal) => askAfterAttempts(ctx, signal) },
];
