import { lte } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredLimits } from '../limits/limits.service.ts';
import { activationLinks, resetCodes } from './account.tables.ts';
import { deleteExpiredSessions } from './sessions.service.ts';

/** Deletes expired sessions, links, codes and the counters of limits. */
export const accountJobs = (ctx: AppContext): Job[] => [
  {
    name: 'delete expired account data',
    everySeconds: 3600,
    async run() {
      const { db, clock } = ctx;
      await deleteExpiredSessions(db, clock());
      await db.delete(activationLinks).where(lte(activationLinks.expires_at, clock()));
      await db.delete(resetCodes).where(lte(resetCodes.expires_at, clock()));
      await deleteExpiredLimits(db, clock());
    },
  },
];
