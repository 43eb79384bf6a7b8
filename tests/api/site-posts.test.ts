import { beforeAll, expect, test } from 'vitest';
import { recordContentChange } from '../../src/api/publish/contentLog.service.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { addPost, createTestUsers } from './samples.ts';

let api: TestApi;
let testUsers: Awaited<ReturnType<typeof createTestUsers>>;

beforeAll(async () => {
  api = await openTestApi();
  testUsers = await createTestUsers(api);
});

const edit = async (id: string, title: string) => {
  const { status } = await api.send('PUT /api/blogs/:id', {
    token: testUsers.admin.token,
    params: { id },
    body: { title, description: 'Kısa.', content: '<p>Uzun.</p>' },
  });
  expect(status).toBe(200);
};

test('the first answer holds all posts, later ones those that changed since', async () => {
  const [first, second] = [await addPost(testUsers), await addPost(testUsers)];
  const all = await api.send('GET /api/site/posts');
  expect(all.body).toMatchObject({ whole: true, gone: [] });
  expect(all.body.posts.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));
  expect(all.body.posts[0]).not.toHaveProperty('content');

  await edit(first.id, 'Yeni başlık');
  const since = await api.send('GET /api/site/posts', { query: { since: all.body.upto } });
  expect(since.body).toMatchObject({ whole: false, posts: [{ id: first.id, title: 'Yeni başlık' }], gone: [] });

  const nothing = await api.send('GET /api/site/posts', { query: { since: since.body.upto } });
  expect(nothing.body).toEqual({ upto: since.body.upto, whole: false, posts: [], gone: [] });
});

test('a deleted post is listed as gone, a draft is never listed', async () => {
  const gone = await addPost(testUsers);
  const draft = await addPost(testUsers, { status: 'draft', publish_at: null });
  const { body } = await api.send('GET /api/site/posts');
  expect(body.posts.map(({ id }) => id)).not.toContain(draft.id);
  await api.send('DELETE /api/blogs/:id', { token: testUsers.admin.token, params: { id: gone.id } });
  const since = await api.send('GET /api/site/posts', { query: { since: body.upto } });
  expect(since.body.gone).toEqual([gone.id]);
});

test('a change without a post id and an unknown cursor are answered with all posts', async () => {
  const { body } = await api.send('GET /api/site/posts');
  await recordContentChange(api.ctx.db, 'blog');
  for (const since of [body.upto, body.upto + 1000, 'yarın']) {
    expect((await api.send('GET /api/site/posts', { query: { since } })).body.whole).toBe(true);
  }
});

test('a post with a newly approved comment is listed although nothing waits to be published', async () => {
  const { id } = await addPost(testUsers);
  await edit(id, 'Yorumlanan');
  const { body } = await api.send('GET /api/site/posts');
  const { token } = testUsers.admin;
  await api.send('POST /api/comments/create', { body: { blog_id: id, name_surname: 'Ece', description: 'Güzel' } });
  const { body: waiting } = await api.send('GET /api/admin/comments/all', { token, query: { status: 'pending' } });
  await api.send('PATCH /api/admin/comments/:id/approve', { token, params: { id: waiting[0]?.id as string } });
  const since = await api.send('GET /api/site/posts', { query: { since: body.upto } });
  expect(since.body).toMatchObject({
    upto: body.upto,
    whole: false,
    posts: [{ id, comments_key: expect.stringMatching(/^1 /) }],
  });
});
