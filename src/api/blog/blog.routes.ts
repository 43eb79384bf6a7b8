import type { blogs } from '../../contract/blog.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { getBlog, listBlogs } from './blog.service.ts';

export const blogRoutes = (platform: Platform): Partial<Handlers<typeof blogs>> => ({
  'GET /api/blogs': ({ page }) => listBlogs(platform, page),
  'GET /api/blogs/:slug': ({ params }) => getBlog(platform, params.slug),
});
