import type { Job } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import { forgetOldKeys } from './keys.service.ts';

/** Answers kept for repeated checkouts name participants: they go when their 24 hours are over. */
export const orderJobs = (platform: Platform): Job[] => [
  { name: 'forget idempotency keys', everySeconds: 3600, run: () => forgetOldKeys(platform.db, platform.clock()) },
];
