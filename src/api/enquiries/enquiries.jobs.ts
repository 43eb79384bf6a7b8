import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { delayedNotificationJob } from '../notifications/notifications.service.ts';
import { countUnread, deleteExpiredEnquiries } from './enquiries.admin.service.ts';
import { enquiryNotification } from './enquiries.service.ts';

export const enquiryJobs = (ctx: AppContext): Job[] => [
  {
    name: 'delete expired enquiries',
    everySeconds: 3600,
    async run() {
      const count = await deleteExpiredEnquiries(ctx);
      if (count) ctx.log.info({ count }, 'expired enquiries deleted');
    },
  },
  delayedNotificationJob(ctx, enquiryNotification, async (tx) => Boolean(await countUnread(tx))),
];
