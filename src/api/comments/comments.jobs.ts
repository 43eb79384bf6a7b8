import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { delayedNotificationJob } from '../notifications/notifications.service.ts';
import { countPending } from './comments.admin.service.ts';
import { commentNotification } from './comments.service.ts';

/** Periodic job: mails the practice about comments that arrived since its last mail. */
export const commentJobs = (ctx: AppContext): Job[] => [
  delayedNotificationJob(ctx, commentNotification, async (tx) => Boolean(await countPending(tx))),
];
