import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { publishScheduledPosts } from '../../src/api/blog/blog.admin.service.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { newPreviewToken } from '../../src/api/blog/previewToken.ts';
import { contentChanges, publishing } from '../../src/api/publish/publish.tables.ts';
import { media } from '../../src/api/storage/media.tables.ts';
import { dayMs, hourMs } from '../../src/shared/time.ts';
import { readAudit, readContentChanges } from './changeLog.ts';
import { file, form } from './formData.ts';
import { openTestApi } from './harness.ts';
import { heic, picture } from './pictures.corpus.ts';

const api = await openTestApi();
const { token, id: actorId } = await api.signUp({ role: 'admin' });

beforeEach(async () => {
  for (const table of [blogs, contentChanges, publishing]) await api.ctx.db.delete(table);
});

const words = { title: 'Sınav kaygısı', description: 'Bir çalar saat gibi.', content: '<p>Merhaba</p>' };
const inHours = (hours: number) => new Date(api.ctx.clock().getTime() + hours * hourMs).toISOString();

const add = (fields: object = {}, files?: File[]) =>
  api.send('POST /api/blogs/add', {
    body: files ? form({ ...words, ...fields }, { image: files }) : { ...words, ...fields },
    token,
  });
const edit = (id: string, fields: object) =>
  api.send('PUT /api/blogs/:id', {
    params: { id },
    body: fields instanceof FormData ? fields : { ...words, ...fields },
    token,
  });
const publicSlugs = async () => (await api.send('GET /api/blogs')).body.map(({ slug }) => slug);
const list = (query: Record<string, string | number> = {}) => api.send('GET /api/admin/blogs', { query, token });

test('a post sent twice under one key is added once; other words under it are refused', async () => {
  const once = (fields: object) =>
    api.send('POST /api/blogs/add', { body: { ...words, ...fields }, token, headers: { 'idempotency-key': 'yazi' } });
  const [first, second] = await Promise.all([once({}), once({})]);
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect((await once({ title: 'Başka' })).body.code).toBe('idempotency_mismatch');
  expect(await api.ctx.db.$count(blogs)).toBe(1);
});

describe('adding a post', () => {
  test('publishes it at once when the form names no state', async () => {
    const { status, body } = await add({}, [file(await picture('png'))]);
    expect([status, body.message, body.status]).toEqual([201, 'Blog başarıyla eklendi ✅', 'published']);
    expect(body).toMatchObject({ ...words, slug: 'sinav-kaygisi' });
    expect(body.image_url).toMatch(/^\/media\/[0-9a-f]{32}_64x48\.webp$/);
    const { body: read } = await api.send('GET /api/blogs/:slug', { params: { slug: body.slug } });
    expect(read).toEqual({
      ...words,
      id: body.id,
      slug: body.slug,
      image_url: body.image_url,
      created_at: body.created_at,
    });
    expect(await readContentChanges(api, body.id)).toMatchObject([{ room: 'blog' }]);
    const log = await readAudit(api, body.id);
    expect(log).toMatchObject([{ actor_id: actorId, action: 'add', entity: 'blog' }]);
    expect(JSON.stringify(log)).not.toContain('Merhaba');
  });

  test('needs a title and a description; picture and text may be missing', async () => {
    expect((await add({ content: undefined })).status).toBe(201);
    expect((await add({ title: ' ' })).body.fields).toEqual({ title: 'Lütfen başlık girin.' });
    expect((await add({ description: '' })).body.fields).toEqual({ description: 'Lütfen açıklama girin.' });
  });

  test('gives each post its own slug, also when many are added in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()));
    expect(answers.map(({ body }) => body.slug).sort()).toEqual([
      'sinav-kaygisi',
      'sinav-kaygisi-2',
      'sinav-kaygisi-3',
      'sinav-kaygisi-4',
      'sinav-kaygisi-5',
      'sinav-kaygisi-6',
    ]);
    expect((await add({ title: '🙂' })).body.slug).toBe('yazi');
  });

  test('leaves no row and no file when the picture cannot be read', async () => {
    const count = async () => [await api.ctx.db.$count(blogs), await api.ctx.db.$count(media)];
    const before = await count();
    expect((await add({}, [file(heic())])).body.code).toBe('bad_image');
    const image = await picture('png');
    expect((await add({}, [file(image), file(image)])).status).toBe(422);
    expect(await count()).toEqual(before);
  });

  test('refuses text nested too deeply and dates that do not exist', async () => {
    expect((await add({ content: '<b>'.repeat(100_000) })).status).toBe(422);
    for (const publish_at of ['0000-01-01T00:00:00Z', '2026-02-30T10:00:00Z', 'yarın']) {
      expect((await add({ publish_at })).status, publish_at).toBe(422);
    }
  });
});

describe('drafts and scheduled posts', () => {
  test('are not public by list, by address or by comment', async () => {
    const { body: draft } = await add({ status: 'draft' });
    const { body: later } = await add({ title: 'Yarın', publish_at: inHours(24) });
    expect([draft.status, later.status]).toEqual(['draft', 'scheduled']);
    expect(await publicSlugs()).toEqual([]);
    for (const { slug } of [draft, later]) {
      expect((await api.send('GET /api/blogs/:slug', { params: { slug } })).status).toBe(404);
    }
  });

  test('are shown by their secret preview link only', async () => {
    const { body: draft } = await add({ status: 'draft' });
    const preview = (secret: string) => api.send('GET /api/blogs/preview/:token', { params: { token: secret } });
    expect((await preview(draft.preview_token)).body).toMatchObject({ id: draft.id, content: '<p>Merhaba</p>' });
    expect((await preview('x'.repeat(32))).status).toBe(404);
    expect((await preview(draft.id)).status).toBe(404);
  });

  test('preview links end after two weeks, and a reader of an old one gets no newer one', async () => {
    const { body: draft } = await add({ status: 'draft' });
    const preview = (secret: string) => api.send('GET /api/blogs/preview/:token', { params: { token: secret } });
    const [row] = await api.ctx.db.select().from(blogs).where(eq(blogs.id, draft.id));
    const madeBefore = (days: number) =>
      newPreviewToken(row as typeof blogs.$inferSelect, new Date(api.ctx.clock().getTime() - days * dayMs));
    expect((await preview(madeBefore(13))).body.preview_token).toBe(madeBefore(13));
    expect((await preview(madeBefore(15))).status).toBe(404);
    const fresh = await api.send('GET /api/admin/blogs/:id', { params: { id: draft.id }, token });
    expect(fresh.body.preview_token).toBe(madeBefore(0));
    // The end stands in the link, and is signed.
    const old = madeBefore(15);
    expect((await preview(`${old.slice(0, 32)}ffffffff${old.slice(40)}`)).status).toBe(404);
    const { body: other } = await add({ title: 'Başka', status: 'draft' });
    expect((await preview(`${other.id.replaceAll('-', '')}${madeBefore(0).slice(32)}`)).status).toBe(404);
  });

  test('a scheduled post becomes public at its time and is recorded for publishing once', async () => {
    const { body: later } = await add({ publish_at: inHours(1) });
    const recorded = async () => (await readContentChanges(api, later.id)).length;
    const state = async () => (await api.send('GET /api/admin/publish', { token })).body;
    await publishScheduledPosts(api.ctx);
    expect(await recorded()).toBe(0);
    const before = await state();
    api.advance(hourMs + 1000);
    await Promise.all([publishScheduledPosts(api.ctx), publishScheduledPosts(api.ctx)]);
    expect(await recorded()).toBe(1);
    expect(await publicSlugs()).toEqual([later.slug]);
    // A scheduled time is a publish request: no button and no quiet minute is needed.
    expect([before.state, (await state()).state]).toEqual(['idle', 'building']);
  });

  test('a scheduled post waits for the publish button when automatic publishing is off', async () => {
    await api.send('PUT /api/admin/publish/automatic', { token, body: { automatic: false } });
    await add({ publish_at: inHours(1) });
    api.advance(hourMs + 1000);
    await publishScheduledPosts(api.ctx);
    expect((await api.send('GET /api/admin/publish', { token })).body).toMatchObject({ state: 'idle', pending: true });
  });

  test('edits of a post that is not public yet leave nothing to publish', async () => {
    const pending = async () => (await api.send('GET /api/admin/publish', { token })).body.pending_changes;
    const { body: draft } = await add({ status: 'draft' });
    await edit(draft.id, { status: 'draft', title: 'Yeni' });
    const { body: later } = await add({ publish_at: inHours(1) });
    await api.send('DELETE /api/blogs/:id', { token, params: { id: later.id } });
    expect(await pending()).toEqual([]);
    await edit(draft.id, { status: 'published' });
    await edit(draft.id, { status: 'draft' });
    expect(await pending()).toEqual([{ room: 'blog', count: 2 }]);
  });

  test('a published post that becomes a draft keeps its date when it is published again', async () => {
    const { body: post } = await add();
    api.advance(hourMs);
    expect((await edit(post.id, { status: 'draft' })).body.status).toBe('draft');
    expect(await publicSlugs()).toEqual([]);
    expect((await edit(post.id, { status: 'published' })).body.publish_at).toBe(post.publish_at);
    expect(await publicSlugs()).toEqual([post.slug]);
  });

  test('a scheduled post that became a draft in time has the date of the day it is published', async () => {
    const { body: later } = await add({ publish_at: inHours(1) });
    const draft = await edit(later.id, { status: 'draft', publish_at: later.publish_at });
    expect(draft.body.status).toBe('draft');
    api.advance(2 * hourMs);
    const { body } = await edit(later.id, { status: 'published', publish_at: '' });
    expect(Date.parse(body.publish_at as string)).toBeGreaterThan(Date.parse(later.publish_at as string));
  });

  test('an edit without a state keeps it, and publishing a scheduled post makes it public now', async () => {
    const { body: later } = await add({ publish_at: inHours(5) });
    expect((await edit(later.id, { title: 'Yeni' })).body).toMatchObject({
      status: 'scheduled',
      publish_at: later.publish_at,
    });
    expect((await edit(later.id, { status: 'published', publish_at: '' })).body.status).toBe('published');
    const { body: draft } = await add({ status: 'draft' });
    expect((await edit(draft.id, {})).body.status).toBe('draft');
  });
});

describe('editing a post', () => {
  test('keeps its slug when the title changes, and its picture unless another is sent', async () => {
    const { body: post } = await add({}, [file(await picture('png'))]);
    const { status, body } = await edit(post.id, { title: 'Bambaşka', image_url: post.image_url });
    expect([status, body.message]).toEqual([200, 'Blog başarıyla güncellendi ✅']);
    expect(body).toMatchObject({ title: 'Bambaşka', slug: post.slug, image_url: post.image_url });
    expect((await edit(post.id, {})).body.image_url).toBe(post.image_url);
    expect((await edit(post.id, { image_url: '/media/other.webp' })).status).toBe(422);
    const replaced = await edit(post.id, form(words, { image: file(await picture('png', 12, 12)) }));
    expect(replaced.body.image_url).toContain('12x12');
    expect((await edit(post.id, { image_url: '' })).body.image_url).toBeNull();
  });

  test('answers the second of two admins with a conflict and the stored post, and overwrites nothing', async () => {
    const { body: post } = await add();
    api.advance(1000);
    await edit(post.id, { title: 'Birinci', updated_at: post.updated_at });
    const { status, body } = await edit(post.id, { title: 'İkinci', updated_at: post.updated_at });
    expect([status, body.code]).toEqual([409, 'edit_conflict']);
    expect(body.current).toMatchObject({ title: 'Birinci', content: '<p>Merhaba</p>' });
    expect(Object.keys(body.current as object)).toEqual(Object.keys((await list()).body[0] as object));
    expect((await list()).body[0]?.title).toBe('Birinci');
    expect((await edit(post.id, { title: 'Yine de' })).status).toBe(200);
  });
});

describe('the list of all posts', () => {
  test('is searched by Turkish rules, filtered by state, and paged', async () => {
    await add({ title: 'Isparta’da çocuk olmak', status: 'draft' });
    await add({ title: 'Ergenlikte uyku', publish_at: inHours(3) });
    await add({ title: '100 % dikkat' });
    const titles = async (query: Record<string, string | number>) => (await list(query)).body.map(({ title }) => title);
    for (const search of ['ısparta', 'ISPARTA', 'isparta COCUK', 'çocuk  ısparta']) {
      expect(await titles({ search }), search).toEqual(['Isparta’da çocuk olmak']);
    }
    expect(await titles({ search: '%' })).toEqual(['100 % dikkat']);
    expect(await titles({ search: '_' })).toEqual([]);
    expect(await titles({ status: 'draft' })).toEqual(['Isparta’da çocuk olmak']);
    expect(await titles({ status: 'scheduled' })).toEqual(['Ergenlikte uyku']);
    expect(await titles({ status: 'published' })).toEqual(['100 % dikkat']);
    const page = await list({ page: 2, size: 2 });
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '3']);
  });
});

test('a deleted post is not listed any more', async () => {
  const { body: post } = await add();
  const { body } = await api.send('DELETE /api/blogs/:id', { params: { id: post.id }, token });
  expect(body.message).toBe('Blog başarıyla silindi 🗑️');
  expect(await publicSlugs()).toEqual([]);
  expect(await readContentChanges(api, post.id)).toMatchObject([{ room: 'blog' }, { room: 'blog' }]);
});

test('the point of a picture that stays visible is kept with its address, also when nothing is said of it', async () => {
  const pointed = async (fields: Record<string, string>) => {
    const body = form(
      { title: 'Portre', description: 'Kısa.', content: '', ...fields },
      { image: [file(await picture())] },
    );
    return (await api.send('POST /api/blogs/add', { token, body })).body;
  };
  const post = await pointed({ focus: '52,18' });
  expect(post.image_url).toMatch(/\.webp#50,20$/);
  const edit = async (fields: object) => {
    const body = { title: 'Portre', description: 'Kısa.', content: '', ...fields };
    return (await api.send('PUT /api/blogs/:id', { token, params: { id: post.id }, body })).body;
  };
  expect((await edit({ image_url: post.image_url })).image_url).toBe(post.image_url);
  expect((await edit({ focus: '50,50' })).image_url).toBe(post.image_url?.replace(/#.*/, ''));
  expect((await edit({ focus: 'url(x)' })).code).toBe('invalid');
});
