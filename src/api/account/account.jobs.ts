import { lte } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredLimits } from '../limits/limits.service.ts';
import { activationLinks, resetCodes } from './account.tables.ts';
import { sweepSessions } from './sessions.service.ts';

/** What the room does by itself: forget what is over. */
export const accountJobs = (ctx: AppContext): Job[] => [
  {
    name: 'sweep accounts',
    everySeconds: 3600,
    async run() {
      const { db, clock } = ctx;
      await sweepSessions(db, clock());
      await db.delete(activationLinks).where(lte(activationLinks.expires_at, clock()));
      await db.delete(resetCodes).where(lte(resetCodes.expires_at, clock()));
      await deleteExpiredLimits(db, clock());
    },
  },
];
