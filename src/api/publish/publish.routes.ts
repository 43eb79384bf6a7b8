import type { publishApi } from '../../contract/publish.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { createPublishFeed } from './publish.feed.ts';
import { publishState, requestPublish, setAutomatic } from './publish.service.ts';
import { listRedirects } from './redirects.service.ts';
import { restoreRelease, showReleases } from './releases.service.ts';

export const publishRoutes = (ctx: AppContext): Handlers<typeof publishApi> => {
  const feed = createPublishFeed(ctx);
  // The chip asks where publishing stands when the admin area opens: the next release is likely near.
  const near = () => ctx.events.emit('publish-expected');
  return {
    'GET /api/redirects': async ({ page }) => {
      const rows = await listRedirects(ctx);
      return { rows: page ? rows.slice(page.offset, page.offset + page.limit) : rows, total: rows.length };
    },
    'GET /api/admin/publish': () => {
      near();
      return publishState(ctx);
    },
    'POST /api/admin/publish': () => requestPublish(ctx),
    'GET /api/admin/publish/events': ({ signal }) => {
      near();
      return feed.watch(signal());
    },
    'PUT /api/admin/publish/automatic': ({ body }) => setAutomatic(ctx, body.automatic),
    'GET /api/admin/releases': () => showReleases(ctx),
    'POST /api/admin/releases/:id/restore': ({ params }) => restoreRelease(ctx, params.id),
  };
};
