import type { Job } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import type { Post } from './post.ts';
import { forgetMails, sendDue } from './sender.ts';

/** What the room does by itself: send what is due, at once when a mail was queued, and forget what was sent. */
export const mailJobs = (platform: Platform, post: Post): Job[] => [
  { name: 'send mails', everySeconds: 10, wakeOn: 'mail', run: (signal) => sendDue(platform, post, signal) },
  { name: 'forget mails', everySeconds: 3600, run: () => forgetMails(platform) },
];
