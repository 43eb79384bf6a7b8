import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredTrash } from './trash.service.ts';

export const trashJobs = (ctx: AppContext): Job[] => [
  {
    name: 'delete expired trash',
    everySeconds: 3600,
    async run() {
      const count = await deleteExpiredTrash(ctx);
      if (count) ctx.log.info({ count }, 'expired trash deleted');
    },
  },
];
