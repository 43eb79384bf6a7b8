import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import type { MailTransport } from './post.ts';
import { forgetMails, sendDue } from './sender.ts';

/** What the room does by itself: send what is due, at once when a mail was queued, and forget what was sent. */
export const mailJobs = (ctx: AppContext, post: MailTransport): Job[] => [
  { name: 'send mails', everySeconds: 10, wakeOn: 'mail', run: (signal) => sendDue(ctx, post, signal) },
  { name: 'forget mails', everySeconds: 3600, run: () => forgetMails(ctx) },
];
