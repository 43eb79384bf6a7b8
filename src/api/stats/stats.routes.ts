import type { statsApi } from '../../contract/stats.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { readStats } from './stats.service.ts';

export const statsRoutes = (platform: Platform): Handlers<typeof statsApi> => ({
  'GET /api/admin/stats': () => readStats(platform),
});
