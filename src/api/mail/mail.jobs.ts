import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredMails, sendDueMails, waitUntilIdle } from './sender.ts';
import type { MailTransport } from './transport.ts';

/** Sends due mails, when one was queued as soon as there is little else to do, and deletes old rows. */
export const mailJobs = (ctx: AppContext, transport: MailTransport): Job[] => [
  {
    name: 'send mails',
    everySeconds: 10,
    wakeOn: 'mail',
    async run(signal) {
      await waitUntilIdle(signal);
      await sendDueMails(ctx, transport, signal);
    },
  },
  { name: 'forget mails', everySeconds: 3600, run: () => deleteExpiredMails(ctx) },
];
