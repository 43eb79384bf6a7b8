import { consultingTexts } from '../../contract/consulting.texts.ts';
import type { consultingApi } from '../../contract/consulting.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { hashFiles, toRequest } from '../idempotency/request.ts';
import { addService, deleteService, editService } from './consulting.admin.service.ts';
import { listServices } from './consulting.service.ts';

export const consultingRoutes = (ctx: AppContext): Handlers<typeof consultingApi> => ({
  'GET /api/consulting': ({ page }) => listServices(ctx, page),
  'GET /api/admin/consulting': ({ page }) => listServices(ctx, page),
  'POST /api/consulting': async ({ session, body, files, sent, header }) => {
    const request = toRequest(session.user.id, header, [sent, await hashFiles(files)], 'POST /api/consulting');
    return {
      ...(await addService(ctx, session.user.id, body, files.image ?? [], request)),
      message: 'Eklendi',
    };
  },
  'PUT /api/consulting/:id': async ({ session, params, body, files }) => ({
    ...(await editService(ctx, session.user.id, params.id, body, files.image ?? [])),
    message: 'Güncellendi',
  }),
  'DELETE /api/consulting/:id': async ({ session, params }) => {
    await deleteService(ctx, session.user.id, params.id);
    return { message: consultingTexts.deleted };
  },
});
