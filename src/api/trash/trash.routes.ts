import { trashTexts } from '../../contract/trash.texts.ts';
import type { trashApi } from '../../contract/trash.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from './trash.service.ts';

export const trashRoutes = (ctx: AppContext): Handlers<typeof trashApi> => ({
  'GET /api/admin/trash': ({ session, query, page }) => listTrash(ctx, session.user.id, query, page),
  'POST /api/admin/trash/:entity/:id/restore': async ({ session, params }) => {
    await restoreFromTrash(ctx, session.user.id, params.entity, params.id);
    return { message: 'Geri getirildi.' };
  },
  'DELETE /api/admin/trash/:entity/:id': async ({ session, params }) => {
    await deleteFromTrash(ctx, session.user.id, params.entity, params.id);
    return { message: trashTexts.destroyed };
  },
  'DELETE /api/admin/trash': async ({ session }) => {
    await emptyTrash(ctx, session.user.id);
    return { message: trashTexts.emptied };
  },
});
