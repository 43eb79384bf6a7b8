import { accountJobs } from './account/account.jobs.ts';
import { blogJobs } from './blog/blog.jobs.ts';
import { commentJobs } from './comments/comments.jobs.ts';
import type { AppContext } from './context.ts';
import { enquiryJobs } from './enquiries/enquiries.jobs.ts';
import { startJobs } from './jobs/jobs.ts';
import { mailJobs } from './mail/mail.jobs.ts';
import { openTransport } from './mail/post.ts';
import { orderJobs } from './orders/orders.jobs.ts';
import { storageJobs } from './storage/storage.jobs.ts';

/** Starts what the product does by itself: every room's jobs, and the mail. `stop` resolves when all have left off. */
export function startBackgroundJobs(ctx: AppContext): { stop(): Promise<void> } {
  const post = openTransport(ctx.env);
  const jobs = startJobs(ctx, [
    ...mailJobs(ctx, post),
    ...accountJobs(ctx),
    ...enquiryJobs(ctx),
    ...orderJobs(ctx),
    ...commentJobs(ctx),
    ...blogJobs(ctx),
    ...storageJobs(ctx),
  ]);
  return {
    async stop() {
      await jobs.stop();
      post.close();
    },
  };
}
