import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { releaseUnpaid } from '../payments/payments.jobs.ts';
import { sendNotices } from './notices.service.ts';
import { deleteOldNotices } from './sentNotices.service.ts';

/** Releases first: after hours without a process a reminder would name seats that are taken back a minute later. */
async function releaseAndSend(ctx: AppContext, signal: AbortSignal): Promise<void> {
  await releaseUnpaid(ctx, signal);
  await sendNotices(ctx, signal);
}

export const noticeJobs = (ctx: AppContext): Job[] => [
  { name: 'send notices', everySeconds: 60, run: (signal) => releaseAndSend(ctx, signal) },
  { name: 'delete old notices', everySeconds: 6 * 3600, run: () => deleteOldNotices(ctx) },
];
