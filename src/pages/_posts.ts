import type { Blog } from '../contract/blog.ts';
import { callPage } from '../web/http.ts';

let posts: Promise<Blog[]> | undefined;

/** All published posts, newest first, asked for once a build, 200 at a time. */
export function getPosts(): Promise<Blog[]> {
  posts ??= fetchPosts();
  return posts;
}

async function fetchPosts(): Promise<Blog[]> {
  const all: Blog[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await callPage('GET /api/blogs', { query: { page, size: 200 } });
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}
