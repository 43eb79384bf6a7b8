import { hash } from 'node:crypto';
import type { PostCard } from '../contract/blog.ts';

/** Consecutive posts that share a page or file. */
export interface Group {
  /** Part of the address; undefined for the newest group, whose address is fixed. */
  key: string | undefined;
  /** Newest first. */
  posts: PostCard[];
  /** Index of the first one among all posts. */
  start: number;
}

/**
 * Splits posts (newest first) into groups of `min` to `max`. A post's own hash decides whether a group ends there, so a
 * post that is added or removed changes the groups next to it only. The newest group holds the posts after the last
 * such end, and the next older group too if there are fewer than `min`.
 */
export function groupPosts(posts: PostCard[], { min, max }: { min: number; max: number }): Group[] {
  const groups: Group[] = [];
  let end = posts.length;
  for (let index = end - 1; index >= 0; index--) {
    const size = end - index;
    if (size < max && (size < min || !endsGroup(posts[index] as PostCard, max - min))) continue;
    groups.unshift({ key: digest(posts[end - 1] as PostCard), posts: posts.slice(index, end), start: index });
    end = index;
  }
  if (end < min) end += groups.shift()?.posts.length ?? 0;
  return [{ key: undefined, posts: posts.slice(0, end), start: 0 }, ...groups];
}

const digests = new Map<string, string>();

/** Hash of a post's slug, which no edit changes: kept for the other lists and the releases to come. */
function digest({ slug }: PostCard): string {
  const known = digests.get(slug) ?? hash('sha256', slug).slice(0, 10);
  digests.set(slug, known);
  return known;
}
const endsGroup = (post: PostCard, odds: number): boolean => Number.parseInt(digest(post), 16) % odds === 0;
