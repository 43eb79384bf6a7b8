import type { commentsApi } from '../../contract/comments.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { approveComment, deleteComment, listAllComments } from './comments.admin.service.ts';
import { createComment, listComments } from './comments.service.ts';

export const commentsRoutes = (ctx: AppContext): Handlers<typeof commentsApi> => ({
  'GET /api/comments/blog/:blogId': ({ params, page }) => listComments(ctx, params.blogId, page),
  'POST /api/comments/create': async ({ body, ip }) => {
    await createComment(ctx, body, ip);
    return { message: 'Teşekkürler! Yorumunuz onaylandıktan sonra burada görünecek.' };
  },
  'GET /api/admin/comments/all': ({ query, page }) => listAllComments(ctx, query, page),
  'PATCH /api/admin/comments/:id/approve': async ({ session, params }) => ({
    ...(await approveComment(ctx, session.user.id, params.id)),
    message: 'Yorum onaylandı.',
  }),
  'DELETE /api/admin/comments/:id': async ({ session, params }) => {
    await deleteComment(ctx, session.user.id, params.id);
    return { message: 'Yorum başarıyla silindi.' };
  },
});
