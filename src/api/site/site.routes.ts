import type { siteApi } from '../../contract/site.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readSite, saveSite } from './site.service.ts';

export const siteRoutes = (ctx: AppContext): Handlers<typeof siteApi> => ({
  'GET /api/site': () => readSite(ctx.db),
  'PUT /api/admin/site': ({ session, body }) => saveSite(ctx, session.user.id, body),
});
