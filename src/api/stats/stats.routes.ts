import type { stats } from '../../contract/stats.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { readStats } from './stats.service.ts';

export const statsRoutes = (platform: Platform): Handlers<typeof stats> => ({
  'GET /api/admin/stats': () => readStats(platform),
});
