import { expect, test } from 'vitest';
import { dayMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';
import { addPost, createTestUsers } from './samples.ts';

const api = await openTestApi();
const testUsers = await createTestUsers(api);

const edit = async (id: string, title: string) => {
  const { status } = await api.send('PUT /api/blogs/:id', {
    token: testUsers.admin.token,
    params: { id },
    body: { title, description: 'Kısa.', content: '<p>Uzun.</p>' },
  });
  expect(status).toBe(200);
};

async function listPosts() {
  // Posts of these tests are inserted without the service that would clear the cached answer.
  api.ctx.events.emit('blog');
  return (await api.send('GET /api/site/posts')).body;
}

test('all public posts are listed without their content, newest first', async () => {
  const older = await addPost(testUsers, { publish_at: new Date(Date.now() - 2 * dayMs) });
  const newer = await addPost(testUsers, { publish_at: new Date(Date.now() - dayMs) });
  const posts = await listPosts();
  expect(posts.map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect(posts[0]).not.toHaveProperty('content');
});

test('drafts, scheduled and deleted posts are not listed', async () => {
  const deleted = await addPost(testUsers);
  const draft = await addPost(testUsers, { status: 'draft', publish_at: null });
  const scheduled = await addPost(testUsers, { publish_at: new Date(Date.now() + 60_000) });
  expect((await listPosts()).map(({ id }) => id)).toContain(deleted.id);
  await api.send('DELETE /api/blogs/:id', { token: testUsers.admin.token, params: { id: deleted.id } });
  const ids = (await listPosts()).map(({ id }) => id);
  for (const { id } of [deleted, draft, scheduled]) expect(ids).not.toContain(id);
});

test('an edit changes what pages compare: the title and the time of the update', async () => {
  const { id } = await addPost(testUsers);
  const find = async () => (await listPosts()).find((post) => post.id === id);
  const before = await find();
  api.advance(1000);
  await edit(id, 'Yeni başlık');
  const after = await find();
  expect(after?.title).toBe('Yeni başlık');
  expect(after?.updated_at).not.toBe(before?.updated_at);
});

test('which comments are public changes the comments key of a post', async () => {
  const { id } = await addPost(testUsers);
  const { token } = testUsers.admin;
  const about = (comment: string) => ({ token, params: { id: comment } });
  for (const description of ['Güzel', 'Yanlış', 'Son'])
    await api.send('POST /api/comments/create', { body: { blog_id: id, name_surname: 'Ece', description } });
  const keyOf = async () => (await listPosts()).find((post) => post.id === id)?.comments_key;
  expect(await keyOf()).toBe('');
  const { body: pending } = await api.send('GET /api/admin/comments/all', { token, query: { status: 'pending' } });
  const [last, wrong, first] = pending.map((comment) => comment.id) as [string, string, string];
  const keys = new Set(['']);
  for (const comment of [first, wrong, last]) {
    api.advance(1000);
    await api.send('PATCH /api/admin/comments/:id/approve', about(comment));
    keys.add((await keyOf()) as string);
  }
  expect(keys.size).toBe(4);
  // As many comments and the same newest one, whichever of the others is gone.
  for (const comment of [first, wrong]) {
    await api.send('DELETE /api/admin/comments/:id', about(comment));
    keys.add((await keyOf()) as string);
    await api.send('POST /api/admin/trash/:entity/:id/restore', { token, params: { entity: 'comment', id: comment } });
  }
  expect(keys.size).toBe(6);
});
