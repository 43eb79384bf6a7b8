import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { releaseDueBlogs } from './desk.service.ts';

/** What the room does by itself: let scheduled posts out when their moment has come. */
export const blogJobs = (ctx: AppContext): Job[] => [
  { name: 'release scheduled posts', everySeconds: 10, run: () => releaseDueBlogs(ctx) },
];
