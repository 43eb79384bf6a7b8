import { describe, expect, test } from 'vitest';
import { demoData } from '../../src/demo/demoData.ts';
import { seedDatabase } from '../../src/demo/seed.ts';
import { openTestApi } from './harness.ts';
import { picture } from './shop.ts';

/** Sorts the sample content by title, so that only the API can put it in order of time. */
const byTitle = <Item extends { title: string }>(items: Item[]) =>
  items.toSorted((one, other) => one.title.localeCompare(other.title));
const { products, blogs, gallery } = demoData;
const mixed = { ...demoData, products: byTitle(products), blogs: byTitle(blogs), gallery: byTitle(gallery) };
const newestFirst = (items: { title: string; day: number }[]) =>
  items.toSorted((one, other) => other.day - one.day).map(({ title }) => title);

const api = await openTestApi();
await seedDatabase(api.ctx, mixed, async () => picture);
const { token } = await api.signUp({ role: 'admin' });

describe('lists', () => {
  test('the list of products holds those that have not started, by start', async () => {
    const { status, body } = await api.send('GET /api/products');
    expect(status).toBe(200);
    expect(body.map((item) => item.title).sort()).toEqual(
      products
        .filter((item) => item.day > 0)
        .map((item) => item.title)
        .sort(),
    );
    const starts = body.map((item) => `${item.date} ${item.time}`);
    expect(starts).toEqual([...starts].sort());
  });

  test('posts and photo sets are listed newest first for visitors and admins', async () => {
    const posts = [await api.send('GET /api/blogs'), await api.send('GET /api/admin/blogs', { token })];
    const sets = [await api.send('GET /api/gallery'), await api.send('GET /api/admin/gallery', { token })];
    for (const { body } of posts) expect(body.map(({ title }) => title)).toEqual(newestFirst(blogs));
    for (const { body } of sets) expect(body.map(({ title }) => title)).toEqual(newestFirst(gallery));
  });

  test('only approved comments are listed, newest first', async () => {
    const posts = await api.send('GET /api/blogs');
    const rows = await Promise.all(
      posts.body.map((post) => api.send('GET /api/comments/blog/:blogId', { params: { blogId: post.id } })),
    );
    for (const { body } of rows) {
      const moments = body.map((item) => item.created_at);
      expect(moments).toEqual(moments.toSorted().reverse());
    }
    const shown = rows.flatMap(({ body }) => body);
    expect(shown).toHaveLength(blogs.flatMap(({ comments = [] }) => comments).filter(({ waits }) => !waits).length);
    expect(shown.some((item) => 'approved_at' in item)).toBe(false);
  });
});
