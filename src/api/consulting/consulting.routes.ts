import type { consultingApi } from '../../contract/consulting.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { addService, deleteService, editService, listServices } from './consulting.service.ts';

export const consultingRoutes = (platform: Platform): Handlers<typeof consultingApi> => ({
  'GET /api/consulting': ({ page }) => listServices(platform, page),
  'GET /api/admin/consulting': ({ page }) => listServices(platform, page),
  'POST /api/consulting': async ({ session, body, files }) => ({
    ...(await addService(platform, session.user.id, body, files.image ?? [])),
    message: 'Eklendi',
  }),
  'PUT /api/consulting/:id': async ({ session, params, body, files }) => ({
    ...(await editService(platform, session.user.id, params.id, body, files.image ?? [])),
    message: 'Güncellendi',
  }),
  'DELETE /api/consulting/:id': async ({ session, params }) => {
    await deleteService(platform, session.user.id, params.id);
    return { message: 'Silindi' };
  },
});
