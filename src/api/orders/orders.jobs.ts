import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { addMissingTickets } from '../tickets/tickets.service.ts';
import { deleteOldAnswers } from './answers.service.ts';
import { seatsSql } from './seatHolders.service.ts';

export const orderJobs = (ctx: AppContext): Job[] => [
  { name: 'delete old answers', everySeconds: 6 * 3600, run: () => deleteOldAnswers(ctx) },
  // Also finds seats that a process of the version before sold while this one started.
  { name: 'add missing tickets', everySeconds: 600, run: () => addMissingTickets(ctx, seatsSql) },
];
