import type { siteApi } from '../../contract/site.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { readSite, saveSite } from './site.service.ts';

export const siteRoutes = (platform: Platform): Handlers<typeof siteApi> => ({
  'GET /api/site': () => readSite(platform.db),
  'PUT /api/admin/site': ({ session, body }) => saveSite(platform, session.user.id, body),
});
