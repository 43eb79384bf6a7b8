import type { consulting } from '../../contract/consulting.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { listServices } from './consulting.service.ts';

export const consultingRoutes = (platform: Platform): Partial<Handlers<typeof consulting>> => ({
  'GET /api/consulting': ({ page }) => listServices(platform, page),
});
