import type { PostCard } from '../../contract/blog.ts';
import { excerpt } from '../../web/format.ts';
import { paths } from '../../web/paths.ts';

/** Posts in one file of the index. */
const size = 100;

/**
 * The posts of the strip below an article, in files of a hundred counted from the oldest post on: a new post changes the
 * newest file alone. `number` undefined is the newest one, which every page names; each names the next older.
 */
export function chunk(posts: PostCard[], number: number | undefined) {
  const { start, end } = rangeOf(posts, number);
  const older = (number ?? countChunks(posts)) - 1;
  return {
    posts: posts.slice(start, end).map(({ slug, title, description, image_url }) => ({
      slug,
      title,
      text: excerpt(description),
      image: image_url,
    })),
    next: older < 0 ? null : paths.blogIndex(older),
  };
}

/** How many full files there are beside the newest one. */
export const countChunks = (posts: PostCard[]): number => Math.floor(Math.max(0, posts.length - 1) / size);

/** Which posts of all stand in a file: from `start` to before `end`. */
export function rangeOf(posts: PostCard[], number: number | undefined): { start: number; end: number } {
  const end = posts.length - (number ?? countChunks(posts)) * size;
  return { start: number === undefined ? 0 : end - size, end };
}

/** The posts of one full file. */
export function postsOf(posts: PostCard[], number: number): PostCard[] {
  const { start, end } = rangeOf(posts, number);
  return posts.slice(start, end);
}
