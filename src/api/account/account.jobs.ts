import { lte } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteExpiredLimits } from '../limits/limits.service.ts';
import { resetCodes } from './account.tables.ts';
import { deleteOldDevices } from './devices.service.ts';
import { deleteExpiredRegistrations } from './register.service.ts';
import { deleteExpiredSessions } from './sessions.service.ts';

/** Deletes expired sessions, registrations, codes and the counters of limits. */
export const accountJobs = (ctx: AppContext): Job[] => [
  {
    name: 'delete expired account data',
    everySeconds: 3600,
    async run() {
      const { db, clock } = ctx;
      await deleteExpiredSessions(db, clock());
      await deleteExpiredRegistrations(db, clock());
      await db.delete(resetCodes).where(lte(resetCodes.expires_at, clock()));
      await deleteOldDevices(db, clock());
      await deleteExpiredLimits(db, clock());
    },
  },
];
