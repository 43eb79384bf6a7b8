import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import { waitUntilIdle } from '../jobs/idle.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredMails, sendAwaitedMails, sendDueMails } from './sender.ts';
import type { MailTransport } from './transport.ts';

const awaitedDelayMs = 400;

/**
 * Sends due mails: those that somebody waits for shortly after they are queued, others as soon as there is little else
 * to do. Deletes old rows.
 */
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
  {
    name: 'send awaited mails',
    everySeconds: 10,
    wakeOn: 'awaited-mail',
    async run(signal) {
      // After the answer: one that takes longer where a mail goes out tells which addresses have accounts.
      await sleep(awaitedDelayMs, undefined, { signal }).catch(() => {});
      await sendAwaitedMails(ctx, transport, signal);
    },
  },
  { name: 'forget mails', everySeconds: 3600, run: () => deleteExpiredMails(ctx) },
];
