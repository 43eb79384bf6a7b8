import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { publishScheduledPosts } from './blog.admin.service.ts';

export const blogJobs = (ctx: AppContext): Job[] => [
  { name: 'publish scheduled posts', everySeconds: 10, run: () => publishScheduledPosts(ctx) },
];
