import type { AdminBlog, Blog } from '../../contract/blog.ts';
import { CallError, call } from '../http.ts';

/** The post of an address, also one published seconds ago; undefined when there is none. Throws CallError otherwise. */
export async function findPost(slug: string): Promise<Blog | undefined> {
  try {
    return await call('GET /api/blogs/:slug', { params: { slug } }, { token: null });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return undefined;
    throw error;
  }
}

export type PreviewPost = AdminBlog;

/** The post of a secret preview link, whatever its state. Throws CallError, 404 for a link that names none. */
export const findPreview = (token: string): Promise<PreviewPost> =>
  call('GET /api/blogs/preview/:token', { params: { token } }, { token: null });
