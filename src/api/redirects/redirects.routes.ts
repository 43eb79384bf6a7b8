import type { redirectsApi } from '../../contract/redirects.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { slicePage } from '../paging.ts';
import { listRedirects } from './redirects.service.ts';

export const redirectsRoutes = (ctx: AppContext): Handlers<typeof redirectsApi> => ({
  'GET /api/redirects': async ({ page }) => slicePage(await listRedirects(ctx), page),
});
