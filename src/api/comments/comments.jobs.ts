import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { noticeJob } from '../notices/notices.service.ts';
import { countPending } from './comments.admin.service.ts';
import { commentNotice } from './comments.service.ts';

/** Periodic job: mails the practice about comments that arrived since its last mail. */
export const commentJobs = (ctx: AppContext): Job[] => [
  noticeJob(ctx, commentNotice, async (tx) => Boolean(await countPending(tx))),
];
