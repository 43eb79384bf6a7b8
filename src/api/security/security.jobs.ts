import type { AppContext } from '../context.ts';
import type { Job } from '../jobs/jobs.ts';
import { deleteOldSecurityEvents } from './security.service.ts';

export const securityJobs = ({ db, clock }: AppContext): Job[] => [
  { name: 'delete old security events', everySeconds: 3600, run: () => deleteOldSecurityEvents(db, clock()) },
];
