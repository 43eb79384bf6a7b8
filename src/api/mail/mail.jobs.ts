import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredMails, sendDueMails } from './sender.ts';
import type { MailTransport } from './transport.ts';

/** Sends due mails, at once when one was queued, and deletes old rows. */
export const mailJobs = (ctx: AppContext, transport: MailTransport): Job[] => [
  { name: 'send mails', everySeconds: 10, wakeOn: 'mail', run: (signal) => sendDueMails(ctx, transport, signal) },
  { name: 'forget mails', everySeconds: 3600, run: () => deleteExpiredMails(ctx) },
];
