import type { templatesApi } from '../../contract/templates.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readTemplates, saveTemplates } from './templates.service.ts';

export const templatesRoutes = (ctx: AppContext): Handlers<typeof templatesApi> => ({
  'GET /api/admin/answer-templates': () => readTemplates(ctx.db),
  'PUT /api/admin/answer-templates': ({ session, body }) => saveTemplates(ctx, session.user.id, body),
});
