import { hash } from 'node:crypto';
import type { PostCard } from '../contract/blog.ts';

/** Neighbouring posts that stand together in one page or file. */
export interface Group {
  /** Its part of the address; undefined for the newest group, which has a fixed one. */
  key: string | undefined;
  /** Newest first. */
  posts: PostCard[];
  /** Which of all posts the first one is. */
  start: number;
}

/**
 * Parts posts (newest first) into groups of `least` to `most`. Where a group ends is told by the posts themselves and
 * not by counting: a post that comes or goes, at whatever place, changes the groups around it and no others. The newest
 * group holds the posts after the last end, and the group before as well while they are few.
 */
export function groupPosts(posts: PostCard[], { least, most }: { least: number; most: number }): Group[] {
  const groups: Group[] = [];
  let end = posts.length;
  for (let index = end - 1; index >= 0; index--) {
    const size = end - index;
    if (size < most && (size < least || !endsGroup(posts[index] as PostCard, most - least))) continue;
    groups.unshift({ key: digest(posts[end - 1] as PostCard), posts: posts.slice(index, end), start: index });
    end = index;
  }
  if (end < least) end += groups.shift()?.posts.length ?? 0;
  return [{ key: undefined, posts: posts.slice(0, end), start: 0 }, ...groups];
}

/** A slug never changes: groups stay where they are when their posts are edited. */
const digest = ({ slug }: PostCard): string => hash('sha256', slug).slice(0, 10);
const endsGroup = (post: PostCard, odds: number): boolean => Number.parseInt(digest(post), 16) % odds === 0;
