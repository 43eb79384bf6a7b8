import type { commentsApi } from '../../contract/comments.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { createComment, listComments } from './comments.service.ts';
import { approveComment, deleteComment, listAllComments } from './moderation.service.ts';

export const commentsRoutes = (platform: Platform): Handlers<typeof commentsApi> => ({
  'GET /api/comments/blog/:blogId': ({ params, page }) => listComments(platform, params.blogId, page),
  'POST /api/comments/create': async ({ body, ip }) => {
    await createComment(platform, body, ip);
    return { message: 'Teşekkürler! Yorumunuz onaylandıktan sonra burada görünecek.' };
  },
  'GET /api/admin/comments/all': ({ query, page }) => listAllComments(platform, query, page),
  'PATCH /api/admin/comments/:id/approve': async ({ session, params }) => ({
    ...(await approveComment(platform, session.user.id, params.id)),
    message: 'Yorum onaylandı.',
  }),
  'DELETE /api/admin/comments/:id': async ({ session, params }) => {
    await deleteComment(platform, session.user.id, params.id);
    return { message: 'Yorum başarıyla silindi.' };
  },
});
