import type { Blog } from '../../contract/blog.ts';
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
