import type { redirectsApi } from '../../contract/redirects.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { listRedirects } from './redirects.service.ts';

export const redirectsRoutes = (ctx: AppContext): Handlers<typeof redirectsApi> => ({
  'GET /api/redirects': async ({ page }) => {
    const rows = await listRedirects(ctx);
    return { rows: page ? rows.slice(page.offset, page.offset + page.limit) : rows, total: rows.length };
  },
});
