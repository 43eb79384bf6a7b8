import type { contentApi } from '../../contract/content.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readReleaseWords } from '../publish/releases.service.ts';
import { createAllWords } from './allWords.service.ts';
import {
  listContent,
  listRevisions,
  readContent,
  readRevisionRow,
  restoreRevision,
  saveContent,
} from './content.admin.service.ts';
import { readPublicContent } from './content.service.ts';
import { exportContent, importContent } from './contentFile.service.ts';
import { createPreviews } from './preview.service.ts';

export const contentRoutes = (ctx: AppContext): Handlers<typeof contentApi> => {
  const previews = createPreviews(ctx);
  const allWords = createAllWords(ctx);
  return {
    'GET /api/content': async ({ query }) => {
      if (query.preview) return previews.words(query.preview);
      return allWords(query.release ? await readReleaseWords(ctx.db, query.release) : undefined);
    },
    'GET /api/content/:name': ({ params }) => readPublicContent(ctx.db, params.name, ctx.clock()),
    'GET /api/content-preview/:token': async ({ params }) => previews.page(params.token),
    'GET /api/admin/content': () => listContent(ctx),
    'GET /api/admin/content.json': () => exportContent(ctx),
    'PUT /api/admin/content.json': ({ session, body }) => importContent(ctx, session.user.id, body),
    'GET /api/admin/content/:name': ({ params }) => {
      previews.prepare();
      return readContent(ctx, params.name);
    },
    'PUT /api/admin/content/:name': ({ session, params, body }) => saveContent(ctx, session.user.id, params.name, body),
    'GET /api/admin/content/:name/revisions': ({ params, page }) => listRevisions(ctx, params.name, page),
    'GET /api/admin/content/:name/revisions/:n': ({ params }) => readRevisionRow(ctx, params.name, params.n),
    'POST /api/admin/content/:name/revisions/:n/restore': ({ session, params }) =>
      restoreRevision(ctx, session.user.id, params.name, params.n),
    'POST /api/admin/content/:name/preview': ({ params, body }) => previews.create(params.name, body),
  };
};
