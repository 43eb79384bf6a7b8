import { describe, expect, test } from 'vitest';
import { demoData } from '../../src/demo/demoData.ts';
import { seedDatabase } from '../../src/demo/seed.ts';
import { openTestApi } from './harness.ts';
import { picture } from './shop.ts';

/** Sorted by title, so that an order by time is that of the API. */
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

  test('a page of a list carries the total count, and a size above 200 counts as 200', async () => {
    const { body, headers } = await api.send('GET /api/blogs', { query: { page: 2, size: 1 } });
    expect(body).toHaveLength(1);
    expect(headers.get('x-total-count')).toBe(String(blogs.length));
    const all = await api.send('GET /api/blogs', { query: { size: 5000 } });
    expect(all.body).toHaveLength(Math.min(200, blogs.length));
  });

  test('an unchanged list answers 304 to its ETag', async () => {
    const { headers } = await api.send('GET /api/gallery');
    const again = await api.send('GET /api/gallery', { headers: { 'if-none-match': headers.get('etag') as string } });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
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
    expect(shown).toHaveLength(demoData.comments.filter((item) => item.approved).length);
    expect(shown.some((item) => 'approved_at' in item)).toBe(false);
  });
});

describe('unknown addresses', () => {
  test.each([['unknown'], ['00000000-0000-4000-8000-000000000000'], ["1' or '1'='1"], ['%00']])(
    'an event with the id %s is 404',
    async (id) => {
      const { status, body } = await api.send('GET /api/product/:id', { params: { id } });
      expect([status, body.code]).toEqual([404, 'not_found']);
    },
  );

  test('an undeclared path answers 404 in the format of every error', async () => {
    const response = await api.app.request('http://site.test/api/users/all');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ code: 'not_found', message: expect.any(String) });
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
