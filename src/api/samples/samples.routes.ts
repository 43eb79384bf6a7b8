import type { samplesApi } from '../../contract/samples.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readSamples, removeSamples, restoreSamples } from './samples.admin.service.ts';

export const samplesRoutes = (ctx: AppContext): Handlers<typeof samplesApi> => ({
  'GET /api/admin/samples': () => readSamples(ctx.db),
  'POST /api/admin/samples/remove': ({ session }) => removeSamples(ctx, session.user.id),
  'POST /api/admin/samples/restore': ({ session }) => restoreSamples(ctx, session.user.id),
});
