import type { picturesApi } from '../../contract/pictures.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { addPicture } from './pictures.admin.service.ts';

export const picturesRoutes = (ctx: AppContext): Handlers<typeof picturesApi> => ({
  'POST /api/admin/pictures': async ({ session, files }) => ({
    image_url: await addPicture(ctx, session.user.id, files.image ?? []),
  }),
});
