import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { comments } from '../../src/api/comments/comments.tables.ts';
import { cutDeletedComments } from '../../src/api/publish/deletedComments.ts';
import { type LocalSite, openSite } from '../../src/api/publish/localSite.ts';
import { publishing, releases as table } from '../../src/api/publish/publish.tables.ts';
import { readManifest, releasesFolder, writeManifest } from '../../src/api/publish/release.ts';
import { hashOf } from '../../src/api/publish/renderer/releaseFiles.ts';
import type { Renderer } from '../../src/api/publish/renderer/renderer.ts';
import { watchLiveRelease } from '../../src/api/publish/watchLiveRelease.ts';
import { listen } from '../../src/api/server.ts';
import { addCleanup } from './cleanup.ts';
import { openTestApi } from './harness.ts';
import { addPost, createTestUsers } from './samples.ts';

const api = await openTestApi({ PORT: '0' });
const { db, env } = api.ctx;
const testUsers = await createTestUsers(api);
const { admin } = testUsers;
const customer = await testUsers.customer();
const post = await addPost(testUsers);
const release = '2026-11-26-bir';
let site: LocalSite;
let origin: string;

const addComment = async (description: string, user_id?: string) => {
  const row = { blog_id: post.id, name_surname: 'İrem', description, user_id, approved_at: api.ctx.clock() };
  const [comment] = await db.insert(comments).values(row).returning();
  return comment?.id as string;
};
const ask = (etag = '') => fetch(`${origin}/blog/${post.slug}`, { headers: { 'if-none-match': etag } });
const read = async () => (await ask()).text();

const ids = {
  deleted: await addComment('Silinecek.'),
  own: await addComment('Hesabıyla\nyazdı.', customer.id),
  stays: await addComment('Kalacak.'),
};

/** A release by hand, with a page as CommentItem.astro makes it, and automatic publishing off. */
beforeAll(async () => {
  const item = (id: string, words: string) =>
    `<li class="cmt" data-id="${id}"> <div><b>İrem</b> <p data-said>${words}</p> <div class="cmt__answer" hidden></div></div> </li>`;
  const page = `<ul data-list>${item(ids.deleted, 'Silinecek.')}${item(ids.own, 'Hesabıyla\nyazdı.')}${item(ids.stays, 'Kalacak.')}</ul><template><li class="cmt"></li></template>`;
  const folder = releasesFolder(env);
  const file = `blog/${post.slug}.html`;
  mkdirSync(join(folder, release, 'blog'), { recursive: true });
  writeFileSync(join(folder, release, file), page);
  const files = { [file]: [hashOf(page), Buffer.byteLength(page), 0] as [string, number, number] };
  await writeManifest(folder, release, { code: 'code', shared: '', files, pages: {} });
  await db.insert(table).values({ name: release, state: 'live', change_id: 0, code: 'code' });
  await db.insert(publishing).values({ automatic: false });
  const server = await listen(api.ctx);
  origin = `http://127.0.0.1:${server.port}`;
  const renderer = { close: async () => {}, start: () => {} } as unknown as Renderer;
  site = await openSite(api.ctx, renderer, server.showSite);
  await site.show(release);
  const watching = watchLiveRelease(api.ctx, site);
  addCleanup(async () => {
    await watching.stop();
    await site.close();
    await server.close();
  });
});

test('a deleted comment leaves the built page at once, though nobody publishes', async () => {
  const before = await ask();
  const etag = before.headers.get('etag') as string;
  expect(await before.text()).toContain('Silinecek.');
  expect((await ask(etag)).status).toBe(304);
  await api.send('DELETE /api/admin/comments/:id', { token: admin.token, params: { id: ids.deleted } });
  await expect.poll(read).not.toContain('Silinecek.');
  const after = await ask(etag);
  expect([after.status, await after.text()]).toEqual([200, expect.stringContaining('Hesabıyla')]);
  const params = { entity: 'comment' as const, id: ids.deleted };
  await api.send('POST /api/admin/trash/:entity/:id/restore', { token: admin.token, params });
  await expect.poll(read).toContain('Silinecek.');
});

test('what an erased account wrote leaves the built page, and stays away when the release is shown again', async () => {
  expect(await read()).toContain('Hesabıyla');
  expect((await api.send('DELETE /api/profile', { token: customer.token, body: {} })).status).toBe(200);
  await expect.poll(read).not.toContain('Hesabıyla');
  expect(await site.show(release)).toBe(true);
  const page = await read();
  expect(page).not.toContain('Hesabıyla');
  expect(page).toContain('Kalacak.');
  expect(page).toContain('<template><li class="cmt"></li></template>');
});

test('a copy that no release is recorded of, as beside a static host, loses deleted comments, too', async () => {
  const folder = join(releasesFolder(env), release);
  const { files = {} } = (await readManifest(releasesFolder(env), release)) ?? {};
  const replaced = await cutDeletedComments(db, { name: 'yerel', folder, files });
  expect(replaced.get(`blog/${post.slug}.html`)?.data.toString()).not.toContain('Hesabıyla');
});

test('the page of a destroyed post in an earlier release shows no comment any more', async () => {
  expect(await read()).toContain('Kalacak.');
  const { token } = admin;
  await api.send('DELETE /api/blogs/:id', { token, params: { id: post.id } });
  await api.send('DELETE /api/admin/trash/:entity/:id', { token, params: { entity: 'post', id: post.id } });
  expect(await site.show(release)).toBe(true);
  expect(await read()).not.toContain('Kalacak.');
});
