import { describe, expect, test } from 'vitest';
import type { PostCard } from '../../../src/contract/blog.ts';
import { type Group, groupPosts } from '../../../src/pages/_groups.ts';

/** Makes so many posts, newest first. */
const blog = (count: number) => Array.from({ length: count }, (_, index) => postOf(count - index));
const postOf = (number: number) => ({ slug: `yazi-${number}` }) as PostCard;
const size = { min: 9, max: 12 };
const written = ({ key, posts }: Group) => `${key}: ${posts.map(({ slug }) => slug).join(' ')}`;

/** How many groups differ after a change, without the newest one. */
function changed(before: PostCard[], after: PostCard[]): number {
  const known = new Set(groupPosts(before, size).map(written));
  return groupPosts(after, size)
    .slice(1)
    .filter((group) => !known.has(written(group))).length;
}

describe('groups of posts', () => {
  test.each([0, 1, 8, 12, 13, 500])('of %i hold every post once, in its order, at most as many as may be', (count) => {
    const posts = blog(count);
    const [newest, ...older] = groupPosts(posts, size);
    expect([newest, ...older].flatMap((group) => group?.posts)).toEqual(posts);
    for (const group of older) {
      expect(group.posts.length).toBeGreaterThanOrEqual(size.min);
      expect(group.posts.length).toBeLessThanOrEqual(size.max);
      expect(posts[group.start]).toBe(group.posts[0]);
    }
    expect(newest?.posts.length).toBeLessThan(size.max + size.min);
    expect(newest?.posts.length).toBeGreaterThanOrEqual(Math.min(count, size.min));
    expect(new Set(older.map(({ key }) => key)).size).toBe(older.length);
  });

  test('a new post changes no older group, however many there are', () => {
    for (let count = 300; count < 340; count += 1) expect(changed(blog(count), blog(count + 1))).toBeLessThanOrEqual(1);
  });

  test('a deleted post changes its neighbouring groups only', () => {
    const posts = blog(3000);
    for (let gone = 5; gone < 3000; gone += 333) {
      expect(changed(posts, posts.toSpliced(gone, 1)), `without the ${gone}th`).toBeLessThan(25);
    }
  });
});
