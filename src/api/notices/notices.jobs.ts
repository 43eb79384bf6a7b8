import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { releaseUnpaid } from '../payments/payments.jobs.ts';
import { sendNotices } from './notices.service.ts';
import { deleteOldNotices } from './sentNotices.service.ts';

/** After hours without a process no reminder names an hour that is over, at which seats were to be taken back. */
async function releaseAndSend(ctx: AppContext, signal: AbortSignal): Promise<void> {
  await releaseUnpaid(ctx, signal);
  await sendNotices(ctx, signal);
}

export const noticeJobs = (ctx: AppContext): Job[] => [
  { name: 'send notices', everySeconds: 60, run: (signal) => releaseAndSend(ctx, signal) },
  { name: 'delete old notices', everySeconds: 6 * 3600, run: () => deleteOldNotices(ctx) },
];
