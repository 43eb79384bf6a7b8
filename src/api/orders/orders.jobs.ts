import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { forgetOldKeys } from './keys.service.ts';

/** Answers kept for repeated checkouts name participants: they go when their 24 hours are over. */
export const orderJobs = (ctx: AppContext): Job[] => [
  { name: 'forget idempotency keys', everySeconds: 3600, run: () => forgetOldKeys(ctx.db, ctx.clock()) },
];
