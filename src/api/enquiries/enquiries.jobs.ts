import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { delayedNotificationJob } from '../notifications/notifications.service.ts';
import { enquiryNotification } from './enquiries.service.ts';
import { countUnread, purgeEnquiries } from './messages.service.ts';

/** What the room does by itself: forget in time, and tell the practice of messages that came after the last mail. */
export const enquiryJobs = (ctx: AppContext): Job[] => [
  {
    name: 'purge enquiries',
    everySeconds: 3600,
    async run() {
      const count = await purgeEnquiries(ctx);
      if (count) ctx.log.info({ count }, 'enquiries past their time deleted');
    },
  },
  delayedNotificationJob(ctx, enquiryNotification, async (tx) => Boolean(await countUnread(tx))),
];
