import type { publishApi } from '../../contract/publish.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { slicePage } from '../paging.ts';
import { listReleases, restoreRelease, setAutomatic } from './publish.admin.service.ts';
import { createPublishFeed } from './publish.feed.ts';
import { readPublishState, requestPublish } from './publish.service.ts';

export const publishRoutes = (ctx: AppContext): Handlers<typeof publishApi> => {
  const feed = createPublishFeed(ctx);
  // Every admin page shows the state of publishing: somebody who opens one may publish soon.
  const expectPublish = () => ctx.events.emit('publish-expected');
  return {
    'GET /api/admin/publish': () => {
      expectPublish();
      return readPublishState(ctx);
    },
    'POST /api/admin/publish': ({ session }) => requestPublish(ctx, session.user.id),
    'GET /api/admin/publish/events': ({ signal }) => {
      expectPublish();
      return feed.watch(signal());
    },
    'PUT /api/admin/publish/automatic': ({ session, body }) => setAutomatic(ctx, session.user.id, body.automatic),
    'GET /api/admin/releases': async ({ page }) => slicePage(await listReleases(ctx), page),
    'POST /api/admin/releases/:id/restore': ({ session, params }) => restoreRelease(ctx, session.user.id, params.id),
  };
};
