import type { statsApi } from '../../contract/stats.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readStats } from './stats.service.ts';

export const statsRoutes = (ctx: AppContext): Handlers<typeof statsApi> => ({
  'GET /api/admin/stats': () => readStats(ctx),
});
