import type { Job } from '../jobs/jobs.ts';
import { noticeJob } from '../notices/notices.service.ts';
import type { Platform } from '../platform.ts';
import { commentNotice } from './comments.service.ts';
import { countPending } from './moderation.service.ts';

/** What the room does by itself: tell the practice of comments that came after the last mail. */
export const commentJobs = (platform: Platform): Job[] => [
  noticeJob(platform, commentNotice, async (tx) => Boolean(await countPending(tx))),
];
