import type { blogApi } from '../../contract/blog.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { getBlog, listBlogs } from './blog.service.ts';
import { listCards } from './cards.service.ts';
import { getAnyBlog, listAllBlogs, previewBlog } from './desk.service.ts';
import { addBlog, deleteBlog, editBlog } from './write.service.ts';

export const blogRoutes = (platform: Platform): Handlers<typeof blogApi> => ({
  'GET /api/blogs': ({ page }) => listBlogs(platform, page),
  'GET /api/blogs/:slug': ({ params }) => getBlog(platform, params.slug),
  'GET /api/site/posts': ({ query }) => listCards(platform, query.since),
  'GET /api/blogs/preview/:token': ({ params }) => previewBlog(platform, params.token),
  'GET /api/admin/blogs': ({ query, page }) => listAllBlogs(platform, query, page),
  'GET /api/admin/blogs/:id': ({ params }) => getAnyBlog(platform, params.id),
  'POST /api/blogs/add': async ({ session, body, files }) => ({
    ...(await addBlog(platform, session.user.id, body, files.image ?? [])),
    message: 'Blog başarıyla eklendi ✅',
  }),
  'PUT /api/blogs/:id': async ({ session, params, body, files }) => ({
    ...(await editBlog(platform, session.user.id, params.id, body, files.image ?? [])),
    message: 'Blog başarıyla güncellendi ✅',
  }),
  'DELETE /api/blogs/:id': async ({ session, params }) => {
    await deleteBlog(platform, session.user.id, params.id);
    return { message: 'Blog başarıyla silindi 🗑️' };
  },
});
