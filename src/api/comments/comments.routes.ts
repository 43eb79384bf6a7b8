import { commentTexts } from '../../contract/comments.texts.ts';
import type { commentsApi } from '../../contract/comments.ts';
import { findSessions } from '../account/sessions.service.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readBearer } from '../http/session.ts';
import { answerComment, approveComment, deleteComment, listAllComments } from './comments.admin.service.ts';
import { createComment, listComments } from './comments.service.ts';

export const commentsRoutes = (ctx: AppContext): Handlers<typeof commentsApi> => ({
  'GET /api/comments/blog/:blogId': ({ params, page }) => listComments(ctx, params.blogId, page),
  'POST /api/comments/create': async ({ body, ip, header }) => {
    const token = readBearer(header('authorization'));
    const [session] = token ? await findSessions(ctx, [token]) : [];
    await createComment(ctx, body, ip, session?.user.id);
    return { message: 'Teşekkürler! Yorumunuz onaylandıktan sonra burada görünecek.' };
  },
  'GET /api/admin/comments/all': ({ query, page }) => listAllComments(ctx, query, page),
  'PATCH /api/admin/comments/:id/approve': async ({ session, params }) => ({
    ...(await approveComment(ctx, session.user.id, params.id)),
    message: 'Yorum onaylandı.',
  }),
  'PUT /api/admin/comments/:id/answer': async ({ session, params, body }) => ({
    ...(await answerComment(ctx, session.user.id, params.id, body)),
    message: body.answer ? 'Yanıtınız yayında.' : 'Yanıt kaldırıldı.',
  }),
  'DELETE /api/admin/comments/:id': async ({ session, params }) => {
    await deleteComment(ctx, session.user.id, params.id);
    return { message: commentTexts.deleted };
  },
});
