import type { comments } from '../../contract/comments.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { listComments } from './comments.service.ts';

export const commentsRoutes = (platform: Platform): Partial<Handlers<typeof comments>> => ({
  'GET /api/comments/blog/:blogId': ({ params, page }) => listComments(platform, params.blogId, page),
});
