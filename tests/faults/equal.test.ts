import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot, siteEnvironment } from '../../src/api/publish/localSite.ts';
import { readManifest } from '../../src/api/publish/release.ts';
import { hashOf } from '../../src/api/publish/renderer/releaseFiles.ts';
import { createRenderer } from '../../src/api/publish/renderer/renderer.ts';
import type { Key } from '../../src/contract/endpoints.ts';
import { hourMs } from '../../src/shared/time.ts';
import { openTestApi, type TestApi } from '../api/harness.ts';
import { openTestSite } from '../api/publish.site.ts';
import { addPost, createTestUsers, type KeyWithoutSample, samples } from '../api/samples.ts';
import { countRounds, createRandom, seed } from '../load/longRun.ts';

const rounds = countRounds(1);
// Astro moves files here from the project's folder, which works within one file system only.
const folder = join(projectRoot, '.cache', `whole-${crypto.randomUUID()}`);
let api: TestApi;
let testUsers: Awaited<ReturnType<typeof createTestUsers>>;
let made: Awaited<ReturnType<typeof openTestSite>>;
const random = createRandom();
const posts: { id: string; slug: string }[] = [];

/** Everything that changes what pages show, beside the posts that are there from the beginning. */
const changes: Exclude<Key, KeyWithoutSample>[] = [
  'POST /api/blogs/add',
  'PUT /api/blogs/:id',
  'POST /api/product/add',
  'PUT /api/product/update/:id',
  'PATCH /api/product/delete/:id',
  'POST /api/consulting',
  'DELETE /api/consulting/:id',
  'POST /api/admin/gallery/add',
  'DELETE /api/admin/gallery/delete/:id',
  'PUT /api/admin/site',
];

beforeAll(async () => {
  api = await openTestApi();
  testUsers = await createTestUsers(api);
  // Enough for a few pages of the list and two files of the indexes.
  for (let hour = 0; hour < 150; hour += 1) {
    posts.push(await addPost(testUsers, { slug: `yazi-${hour}`, publish_at: new Date(Date.now() - hour * hourMs) }));
  }
  made = await openTestSite(api, {}, projectRoot);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function ask<K extends Exclude<Key, KeyWithoutSample>>(key: K): Promise<void> {
  const { status } = await api.send(key, await samples[key](testUsers));
  expect(status, key).toBeLessThan(300);
}

const take = () => posts.splice(Math.floor(random() * posts.length), 1)[0] as (typeof posts)[0];

async function change(): Promise<void> {
  const kind = random();
  const token = testUsers.admin.token;
  if (kind < 0.2) {
    await api.send('DELETE /api/blogs/:id', { token, params: { id: take().id } });
  } else if (kind < 0.5) {
    const { id, slug } = take();
    const body = { title: `Yeni ad ${random()}`, description: 'Değişti.', content: `<p>${random()}</p>` };
    expect((await api.send('PUT /api/blogs/:id', { token, params: { id }, body })).status).toBe(200);
    posts.push({ id, slug });
  } else if (kind < 0.6) {
    const { id } = posts[Math.floor(random() * posts.length)] as (typeof posts)[0];
    const body = { blog_id: id, name_surname: 'Ece', description: `Güzel ${random()}` };
    await api.send('POST /api/comments/create', { body });
    const { body: waiting } = await api.send('GET /api/admin/comments/all', { token, query: { status: 'pending' } });
    for (const comment of waiting) {
      await api.send('PATCH /api/admin/comments/:id/approve', { token, params: { id: comment.id } });
    }
  } else await ask(changes[Math.floor(random() * changes.length)] as Exclude<Key, KeyWithoutSample>);
}

async function filesOf(releases: string, name: string): Promise<Record<string, string>> {
  const { files = {} } = (await readManifest(releases, name)) ?? {};
  return Object.fromEntries(
    Object.entries(files)
      .map(([file, [hash]]): [string, string] => [file, hash])
      .sort(),
  );
}

/** The same content rendered with the same bundle by a process that knows of no release and no earlier content. */
async function renderWhole(name: string): Promise<Record<string, string>> {
  await cp(join(made.ctx.env.dataDir, 'releases/.bundles'), join(folder, '.bundles'), { recursive: true });
  const renderer = createRenderer({
    root: projectRoot,
    releases: folder,
    apiUrl: made.origin,
    environment: siteEnvironment(made.ctx.env, undefined),
    log: api.ctx.log,
  });
  await renderer.render({ name, previous: undefined, forbidden: [] }, () => {}, new AbortController().signal);
  await renderer.close();
  return filesOf(folder, name);
}

/** Publishes what there is; returns the release. */
async function publish() {
  await api.send('POST /api/admin/publish', { token: testUsers.admin.token });
  await made.run();
  const { body } = await api.send('GET /api/admin/releases', { token: testUsers.admin.token });
  const release = body[0] as (typeof body)[number];
  expect(release, `TEST_SEED=${seed}`).toMatchObject({ state: 'live', error: null });
  return release;
}

/** Changes something and publishes a release of which a part only is rendered: a full one would prove nothing. */
async function publishChanges(): Promise<void> {
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) await change();
  const release = await publish();
  expect(release.rendered).toBeLessThan((release.pages as number) / 2);
}

test('after any changes in any order each release equals a full build of the same content', {
  timeout: 100_000 * (rounds + 1),
}, async () => {
  await publish();
  for (let round = 0; round < rounds; round += 1) {
    await publishChanges();
    const name = made.site.current()?.name as string;
    const shown = await filesOf(join(made.ctx.env.dataDir, 'releases'), name);
    const whole = await renderWhole(`2026-${round}`);
    const others = Object.keys({ ...shown, ...whole }).filter((file) => shown[file] !== whole[file]);
    expect(others, `TEST_SEED=${seed}, round ${round}`).toEqual([]);
  }
});

test('the release after them is byte for byte what `astro build` makes of the same content', async () => {
  await api.send('DELETE /api/blogs/:id', { token: testUsers.admin.token, params: { id: take().id } });
  await publishChanges();
  const whole = join(folder, 'static');
  const astro = join(projectRoot, 'node_modules/astro/bin/astro.mjs');
  const build = { OUT_DIR: whole, ASTRO_CACHE_DIR: join(folder, 'cache'), BUILD_API_URL: made.origin };
  const settings = { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
  await promisify(execFile)(process.execPath, [astro, 'build'], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, ...siteEnvironment(made.ctx.env, undefined), ...build, ...settings },
  });
  const shown = await filesOf(join(made.ctx.env.dataDir, 'releases'), made.site.current()?.name as string);
  const built: Record<string, string> = {};
  for (const entry of await readdir(whole, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !/\.(?:br|gz)$/.test(file)) built[relative(whole, file)] = hashOf(await readFile(file));
  }
  expect(Object.keys({ ...shown, ...built }).filter((file) => shown[file] !== built[file])).toEqual([]);
});
