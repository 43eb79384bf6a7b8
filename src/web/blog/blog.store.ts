import type { AdminBlog, Blog } from '../../contract/blog.ts';
import { CallError, call, readSiteFile } from '../http.ts';

/** The post with this slug, also one published since the last release; undefined without one. Throws CallError. */
export async function findPost(slug: string): Promise<Blog | undefined> {
  try {
    return await call('GET /api/blogs/:slug', { params: { slug } }, { token: null });
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return undefined;
    throw error;
  }
}

/** The post of a secret preview link, whatever its state. Throws CallError, 404 for a link that names none. */
export const findPreview = (token: string): Promise<AdminBlog> =>
  call('GET /api/blogs/preview/:token', { params: { token } }, { token: null });

/** A post as the carousel below an article shows it. */
export interface CarouselPost {
  slug: string;
  title: string;
  text: string;
  image: string | null;
}

/** A file of the index of posts, and the address of the next older one. */
export interface PostIndexFile {
  posts: CarouselPost[];
  next: string | null;
}

/** Reads a file of the index. Throws when it does not come. */
export const loadPostIndex = (path: string): Promise<PostIndexFile> => readSiteFile(path);
