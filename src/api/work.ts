import { accountJobs } from './account/account.jobs.ts';
import { blogJobs } from './blog/blog.jobs.ts';
import { commentJobs } from './comments/comments.jobs.ts';
import { enquiryJobs } from './enquiries/enquiries.jobs.ts';
import { startJobs } from './jobs/jobs.ts';
import { mailJobs } from './mail/mail.jobs.ts';
import { openPost } from './mail/post.ts';
import { orderJobs } from './orders/orders.jobs.ts';
import type { Platform } from './platform.ts';
import { storageJobs } from './storage/storage.jobs.ts';

/** Starts what the product does by itself: every room's jobs, and the mail. `stop` resolves when all have left off. */
export function startWork(platform: Platform): { stop(): Promise<void> } {
  const post = openPost(platform.env);
  const jobs = startJobs(platform, [
    ...mailJobs(platform, post),
    ...accountJobs(platform),
    ...enquiryJobs(platform),
    ...orderJobs(platform),
    ...commentJobs(platform),
    ...blogJobs(platform),
    ...storageJobs(platform),
  ]);
  return {
    async stop() {
      await jobs.stop();
      post.close();
    },
  };
}
