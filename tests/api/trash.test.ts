import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { comments } from '../../src/api/comments/comments.tables.ts';
import { services } from '../../src/api/consulting/consulting.tables.ts';
import { enquiries } from '../../src/api/enquiries/enquiries.tables.ts';
import { galleryImages, gallerySets } from '../../src/api/gallery/gallery.tables.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { trashJobs } from '../../src/api/trash/trash.jobs.ts';
import type { Key } from '../../src/contract/endpoints.ts';
import type { TrashEntity } from '../../src/contract/trash.ts';
import { dayMs } from '../../src/shared/time.ts';
import { readAudit, readContentChanges } from './changeLog.ts';
import { form } from './formData.ts';
import { openTestApi } from './harness.ts';
import { addPost, createTestUsers, samples } from './samples.ts';

const tables = { post: blogs, comment: comments, gallery: gallerySets, service: services, enquiry: enquiries };
const deletions = {
  post: 'DELETE /api/blogs/:id',
  comment: 'DELETE /api/admin/comments/:id',
  gallery: 'DELETE /api/admin/gallery/delete/:id',
  service: 'DELETE /api/consulting/:id',
  enquiry: 'DELETE /api/consulting-messages/:id',
} as const satisfies Record<TrashEntity, Key>;
/** Lists of admins and of everybody in which each entity stands. */
const lists: Record<TrashEntity, Key[]> = {
  post: ['GET /api/admin/blogs', 'GET /api/blogs', 'GET /api/site/posts'],
  comment: ['GET /api/admin/comments/all'],
  gallery: ['GET /api/admin/gallery', 'GET /api/gallery'],
  service: ['GET /api/admin/consulting', 'GET /api/consulting'],
  enquiry: ['GET /api/consulting-messages'],
};
const entities = Object.keys(tables) as TrashEntity[];
const api = await openTestApi({ ENQUIRY_RETENTION_DAYS: '365' });
const testUsers = await createTestUsers(api);
const token = testUsers.admin.token;

/** Makes something of this kind and moves it to the trash; returns its id. */
async function trash(entity: TrashEntity): Promise<string> {
  const sample = await samples[deletions[entity]](testUsers);
  expect((await api.send(deletions[entity], sample)).status).toBe(200);
  return (sample.params as { id: string }).id;
}
const restore = (entity: string, id: string) =>
  api.send('POST /api/admin/trash/:entity/:id/restore', { token, params: { entity, id } });
const destroy = (entity: string, id: string) =>
  api.send('DELETE /api/admin/trash/:entity/:id', { token, params: { entity, id } });
const trashed = async (entity?: TrashEntity) =>
  (await api.send('GET /api/admin/trash', { token, query: entity ? { entity } : {} })).body;
const isThere = (entity: TrashEntity, id: string) => api.ctx.db.$count(tables[entity], eq(tables[entity].id, id));
const isListed = async (key: Key, id: string) => (await api.send(key, { token })).text.includes(id);

test.each(entities)('a deleted %s is in no list but the trash, and comes back as it was', async (entity) => {
  const sample = await samples[deletions[entity]](testUsers);
  const { id } = sample.params as { id: string };
  const before = await Promise.all(lists[entity].map(async (key) => (await api.send(key, { token })).body));
  await api.send(deletions[entity], sample);
  expect((await api.send(deletions[entity], sample)).status).toBe(404);
  for (const key of lists[entity]) expect([key, await isListed(key, id)]).toEqual([key, false]);

  const [item] = await trashed(entity);
  expect(item).toMatchObject({ entity, id, title: expect.stringMatching(/\S/) });
  expect(Date.parse(item!.expires_at) - Date.parse(item!.deleted_at)).toBe(30 * dayMs);
  expect((await restore(entity, id)).body.message).toBe('Geri getirildi.');
  expect((await restore(entity, id)).status).toBe(404);
  expect(await Promise.all(lists[entity].map(async (key) => (await api.send(key, { token })).body))).toEqual(before);
  expect((await readAudit(api, id)).map(({ action }) => action)).toEqual(expect.arrayContaining(['delete', 'restore']));
});

test('nothing in the trash can be edited, previewed or approved', async () => {
  const post = await trash('post');
  const comment = await trash('comment');
  const body = form({ title: 'Başka', description: 'Kısa.', content: '' });
  expect((await api.send('PUT /api/blogs/:id', { token, params: { id: post }, body })).status).toBe(404);
  expect((await api.send('GET /api/admin/blogs/:id', { token, params: { id: post } })).status).toBe(404);
  const approval = await api.send('PATCH /api/admin/comments/:id/approve', { token, params: { id: comment } });
  expect(approval.status).toBe(404);
});

test('the comments of a deleted post are neither listed nor counted, and come back with it', async () => {
  const post = await addPost({ api });
  const values = { blog_id: post.id, name_surname: 'Ece', description: 'Güzel' };
  const [comment] = await api.ctx.db.insert(comments).values(values).returning();
  const pending = async () => (await api.send('GET /api/admin/stats', { token })).body.pending_comments;
  const before = await pending();
  await api.send('DELETE /api/blogs/:id', { token, params: { id: post.id } });
  expect(await pending()).toBe(before - 1);
  expect(await isListed('GET /api/admin/comments/all', comment!.id)).toBe(false);
  await restore('post', post.id);
  expect(await pending()).toBe(before);
  expect(await isListed('GET /api/admin/comments/all', comment!.id)).toBe(true);
});

test('the slug of a deleted post is free; brought back the post gets the next one, and the site has to be published', async () => {
  const add = async () => {
    const body = form({ title: 'Aynı başlık', description: 'Kısa.', content: '' });
    return (await api.send('POST /api/blogs/add', { token, body })).body;
  };
  const first = await add();
  await api.send('DELETE /api/blogs/:id', { token, params: { id: first.id } });
  expect((await add()).slug).toBe('ayni-baslik');
  await restore('post', first.id);
  expect((await api.send('GET /api/admin/blogs/:id', { token, params: { id: first.id } })).body.slug).toBe(
    'ayni-baslik-2',
  );
  expect(await readContentChanges(api, first.id)).toHaveLength(3);
});

test('a scheduled post in the trash does not become public', async () => {
  const publish_at = new Date(api.ctx.clock().getTime() + 60_000).toISOString();
  const body = form({ title: 'Yarın', description: 'Kısa.', content: '', status: 'published', publish_at });
  const { id } = (await api.send('POST /api/blogs/add', { token, body })).body;
  await api.send('DELETE /api/blogs/:id', { token, params: { id } });
  api.advance(120_000);
  expect(await isListed('GET /api/blogs', id)).toBe(false);
});

test('an admin deletes one thing for good, or everything', async () => {
  const set = await trash('gallery');
  const service = await trash('service');
  expect((await destroy('gallery', set)).body.message).toBe('Kalıcı olarak silindi.');
  expect((await destroy('gallery', set)).status).toBe(404);
  expect(await api.ctx.db.$count(galleryImages, eq(galleryImages.set_id, set))).toBe(0);
  expect(await isThere('service', service)).toBe(1);
  expect((await destroy('product', service)).status).toBe(404);
  expect((await api.send('DELETE /api/admin/trash', { token })).status).toBe(200);
  expect(await trashed()).toEqual([]);
  expect(await isThere('service', service)).toBe(0);
});

test('erasing a person erases their message in the trash, which a copy of their data has', async () => {
  const id = await trash('enquiry');
  const person = { token, body: { email: 'ada@ornek.com' } };
  expect((await api.send('POST /api/admin/people/export', person)).text).toContain(id);
  await api.send('POST /api/admin/people/erase', person);
  expect(await isThere('enquiry', id)).toBe(0);
});

test('after thirty days everything in the trash is deleted for good', async () => {
  const ids = await Promise.all(entities.map(async (entity) => [entity, await trash(entity)] as const));
  const [job] = trashJobs(api.ctx);
  api.advance(30 * dayMs - 60_000);
  await runJob(api.ctx, job!);
  for (const [entity, id] of ids) expect([entity, await isThere(entity, id)]).toEqual([entity, 1]);
  api.advance(2 * 60_000);
  await job!.run(new AbortController().signal);
  for (const [entity, id] of ids) expect([entity, await isThere(entity, id)]).toEqual([entity, 0]);
});
