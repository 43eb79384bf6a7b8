import { blogTexts } from '../../contract/blog.texts.ts';
import type { blogApi } from '../../contract/blog.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { hashFiles, toRequest } from '../idempotency/request.ts';
import { slicePage } from '../paging.ts';
import { addBlog, deleteBlog, editBlog, getAnyBlog, listAllBlogs, previewBlog } from './blog.admin.service.ts';
import { getBlog, listBlogs } from './blog.service.ts';
import { createPostCardList } from './postCards.service.ts';
import { restoreVersion } from './restoreVersion.service.ts';
import { getVersion, listVersions } from './versions.service.ts';

export const blogRoutes = (ctx: AppContext): Handlers<typeof blogApi> => ({
  'GET /api/blogs': ({ page }) => listBlogs(ctx, page),
  'GET /api/blogs/:slug': ({ params }) => getBlog(ctx, params.slug),
  'GET /api/site/posts': createPostCardList(ctx),
  'GET /api/blogs/preview/:token': ({ params }) => previewBlog(ctx, params.token),
  'GET /api/admin/blogs': ({ query, page }) => listAllBlogs(ctx, query, page),
  'GET /api/admin/blogs/:id': ({ params }) => getAnyBlog(ctx, params.id),
  'GET /api/admin/blogs/:id/versions': async ({ params, page }) => slicePage(await listVersions(ctx, params.id), page),
  'GET /api/admin/blogs/:id/versions/:version': ({ params }) => getVersion(ctx, params.id, params.version),
  'POST /api/admin/blogs/:id/versions/:version/restore': async ({ session, params, body }) => ({
    ...(await restoreVersion(ctx, session.user.id, params.id, params.version, body.updated_at)),
    message: 'Yazı bu sürüme döndürüldü.',
  }),
  'POST /api/blogs/add': async ({ session, body, files, sent, header }) => {
    const request = toRequest(session.user.id, header, [sent, await hashFiles(files)], 'POST /api/blogs/add');
    return {
      ...(await addBlog(ctx, session.user.id, body, files.image ?? [], request)),
      message: 'Blog başarıyla eklendi ✅',
    };
  },
  'PUT /api/blogs/:id': async ({ session, params, body, files }) => ({
    ...(await editBlog(ctx, session.user.id, params.id, body, files.image ?? [])),
    message: 'Blog başarıyla güncellendi ✅',
  }),
  'DELETE /api/blogs/:id': async ({ session, params }) => {
    await deleteBlog(ctx, session.user.id, params.id);
    return { message: blogTexts.deleted };
  },
});
