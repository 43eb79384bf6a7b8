import { expect, test } from 'vitest';
import { versionPictures } from '../../src/api/blog/versions.service.ts';
import { openTestApi } from './harness.ts';
import { addPost, createTestUsers } from './samples.ts';
import { picture } from './shop.ts';

const api = await openTestApi();
const testUsers = await createTestUsers(api);
const token = testUsers.admin.token;

const edit = (id: string, content: string, words: object = {}, by = token) => {
  api.advance(1000);
  const body = { title: 'Uyku', description: 'Kısa.', content, ...words };
  return api.send('PUT /api/blogs/:id', { token: by, params: { id }, body });
};
const list = async (id: string) =>
  (await api.send('GET /api/admin/blogs/:id/versions', { token, params: { id } })).body;
const restore = (id: string, version: string, updated_at?: string) =>
  api.send('POST /api/admin/blogs/:id/versions/:version/restore', {
    token,
    params: { id, version },
    body: { updated_at },
  });
const read = async (id: string) => (await api.send('GET /api/admin/blogs/:id', { token, params: { id } })).body;

test('an edit keeps what the post was, with who saved it when; one that changes no words keeps nothing', async () => {
  const { id, updated_at } = await addPost(testUsers, { title: 'Uyku', content: '<p>bir</p>' });
  expect(await list(id)).toEqual([]);
  const second = await edit(id, '<p>iki</p>');
  await edit(id, '<p>iki</p>', { status: 'draft' });
  const other = await api.signUp({ role: 'admin' });
  await edit(id, '<p>üç</p>', {}, other.token);
  await edit(id, '<p>dört</p>');
  const versions = await list(id);
  expect(versions.map(({ saved_by }) => saved_by)).toEqual(['Deniz Yılmaz', 'Deniz Yılmaz', null]);
  expect(versions.at(-1)?.saved_at).toBe(updated_at.toISOString());
  expect(versions.every((version) => !('content' in version))).toBe(true);
  const params = { id, version: versions[1]?.id as string };
  const { body } = await api.send('GET /api/admin/blogs/:id/versions/:version', { token, params });
  expect(body).toMatchObject({ title: 'Uyku', content: '<p>iki</p>' });
  expect(Date.parse(body.saved_at)).toBeGreaterThanOrEqual(Date.parse(second.body.updated_at));
});

test('an edit without the text keeps it; only an empty text empties the post', async () => {
  const { id } = await addPost(testUsers, { title: 'Uyku', content: '<p>bir</p>' });
  const body = { title: 'Uyku düzeni', description: 'Kısa.' };
  const kept = await api.send('PUT /api/blogs/:id', { token, params: { id }, body });
  expect(kept.body).toMatchObject({ title: 'Uyku düzeni', content: '<p>bir</p>' });
  expect((await edit(id, '')).body.content).toBe('');
});

test('going back is a new version of the present; a stale form is told', async () => {
  const { id, slug } = await addPost(testUsers, { title: 'Uyku', description: 'Kısa.', content: '<p>bir</p>' });
  await edit(id, '<p>iki</p>');
  const [first] = await list(id);
  expect((await restore(id, first!.id, '2020-01-01T00:00:00.000Z')).status).toBe(409);
  const { body } = await restore(id, first!.id, (await read(id)).updated_at);
  expect(body).toMatchObject({
    content: '<p>bir</p>',
    slug,
    status: 'published',
    message: 'Yazı bu sürüme döndürüldü.',
  });
  const [newest] = await list(id);
  const params = { id, version: newest?.id as string };
  const kept = await api.send('GET /api/admin/blogs/:id/versions/:version', { token, params });
  expect(kept.body.content).toBe('<p>iki</p>');
});

test('a post keeps thirty versions, and the pictures in them', async () => {
  const { id } = await addPost(testUsers, { content: `<p><img src="${picture}" alt="" /></p>`, image_url: picture });
  await edit(id, '<p>1</p>', { image_url: '' });
  expect(await versionPictures(api.ctx.db)).toEqual(expect.arrayContaining([picture, picture]));
  for (let turn = 2; turn <= 33; turn += 1) await edit(id, `<p>${turn}</p>`);
  const versions = await list(id);
  expect(versions).toHaveLength(30);
  const params = { id, version: versions.at(-1)?.id as string };
  const { body } = await api.send('GET /api/admin/blogs/:id/versions/:version', { token, params });
  expect(body.content).toBe('<p>3</p>');
});

test('versions of another post, of one in the trash and unknown ones are 404', async () => {
  const [mine, other] = [await addPost(testUsers), await addPost(testUsers)];
  await edit(mine.id, '<p>yeni</p>');
  const [version] = await list(mine.id);
  expect((await restore(other.id, version!.id)).status).toBe(404);
  await api.send('DELETE /api/blogs/:id', { token, params: { id: mine.id } });
  expect((await restore(mine.id, version!.id)).status).toBe(404);
  const gone = await api.send('GET /api/admin/blogs/:id/versions', { token, params: { id: mine.id } });
  expect(gone.status).toBe(404);
});
