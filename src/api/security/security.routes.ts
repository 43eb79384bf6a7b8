import type { securityApi } from '../../contract/security.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { listSecurityEvents } from './security.admin.service.ts';
import { listOwnSecurityEvents } from './security.service.ts';

export const securityRoutes = (ctx: AppContext): Handlers<typeof securityApi> => ({
  'GET /api/profile/security-events': ({ session, page }) => listOwnSecurityEvents(ctx.db, session.user.id, page),
  'GET /api/admin/security-events': ({ query, page }) => listSecurityEvents(ctx, query, page),
});
