import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { sendNotices } from './notices.service.ts';
import { deleteOldNotices } from './sentNotices.service.ts';

export const noticeJobs = (ctx: AppContext): Job[] => [
  { name: 'send notices', everySeconds: 60, run: (signal) => sendNotices(ctx, signal) },
  { name: 'delete old notices', everySeconds: 6 * 3600, run: () => deleteOldNotices(ctx) },
];
