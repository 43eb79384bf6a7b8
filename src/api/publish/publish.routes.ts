import type { publishApi } from '../../contract/publish.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { createPublishFeed } from './publish.feed.ts';
import { publishState, requestPublish, setAutomatic } from './publish.service.ts';
import { listRedirects } from './redirects.service.ts';
import { restoreRelease, showReleases } from './releases.service.ts';

export const publishRoutes = (platform: Platform): Handlers<typeof publishApi> => {
  const feed = createPublishFeed(platform);
  // The chip asks where publishing stands when the admin area opens: the next release is likely near.
  const near = () => platform.changes.tell('publish-near');
  return {
    'GET /api/redirects': async ({ page }) => {
      const rows = await listRedirects(platform);
      return { rows: page ? rows.slice(page.offset, page.offset + page.limit) : rows, total: rows.length };
    },
    'GET /api/admin/publish': () => {
      near();
      return publishState(platform);
    },
    'POST /api/admin/publish': () => requestPublish(platform),
    'GET /api/admin/publish/events': ({ signal }) => {
      near();
      return feed.watch(signal);
    },
    'PUT /api/admin/publish/automatic': ({ body }) => setAutomatic(platform, body.automatic),
    'GET /api/admin/releases': () => showReleases(platform),
    'POST /api/admin/releases/:id/restore': ({ params }) => restoreRelease(platform, params.id),
  };
};
