import type { auditApi } from '../../contract/audit.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { slicePage } from '../paging.ts';
import { listAuditEntries, listAuditPeople } from './audit.admin.service.ts';

export const auditRoutes = (ctx: AppContext): Handlers<typeof auditApi> => ({
  'GET /api/admin/audit': ({ query, page }) => listAuditEntries(ctx, query, page),
  'GET /api/admin/audit/people': async ({ page }) => slicePage(await listAuditPeople(ctx), page),
});
