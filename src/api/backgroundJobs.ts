import { accountJobs } from './account/account.jobs.ts';
import { blogJobs } from './blog/blog.jobs.ts';
import { cardJobs } from './cards/cards.jobs.ts';
import { commentJobs } from './comments/comments.jobs.ts';
import type { AppContext } from './context.ts';
import { databaseJobs } from './db/db.jobs.ts';
import { documentJobs } from './documents/documents.jobs.ts';
import { enquiryJobs } from './enquiries/enquiries.jobs.ts';
import { feedbackJobs } from './feedback/feedback.jobs.ts';
import { idempotencyJobs } from './idempotency/idempotency.jobs.ts';
import { startJobs } from './jobs/jobs.ts';
import { mailJobs } from './mail/mail.jobs.ts';
import { openTransport } from './mail/transport.ts';
import { noticeJobs } from './notices/notices.jobs.ts';
import { orderJobs } from './orders/orders.jobs.ts';
import { paymentJobs } from './payments/payments.jobs.ts';
import { sampleJobs } from './samples/samples.jobs.ts';
import { securityJobs } from './security/security.jobs.ts';
import { storageJobs } from './storage/storage.jobs.ts';
import { trashJobs } from './trash/trash.jobs.ts';
import { waitlistJobs } from './waitlist/waitlist.jobs.ts';

/** Starts the jobs of every room. `stop` resolves when the running ones have ended. */
export function startBackgroundJobs(ctx: AppContext): { stop(): Promise<void> } {
  const transport = openTransport(ctx.env);
  const jobs = startJobs(ctx, [
    ...mailJobs(ctx, transport),
    ...accountJobs(ctx),
    ...securityJobs(ctx),
    ...enquiryJobs(ctx),
    ...orderJobs(ctx),
    ...idempotencyJobs(ctx),
    ...paymentJobs(ctx),
    ...cardJobs(ctx),
    ...noticeJobs(ctx),
    ...feedbackJobs(ctx),
    ...documentJobs(ctx),
    ...commentJobs(ctx),
    ...blogJobs(ctx),
    ...storageJobs(ctx),
    ...waitlistJobs(ctx),
    ...sampleJobs(ctx),
    ...trashJobs(ctx),
    ...databaseJobs(ctx),
  ]);
  return {
    async stop() {
      await jobs.stop();
      transport.close();
    },
  };
}
