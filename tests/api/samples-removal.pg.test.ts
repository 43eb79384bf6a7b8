import { readFileSync } from 'node:fs';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { categories, products } from '../../src/api/catalog/catalog.tables.ts';
import { comments } from '../../src/api/comments/comments.tables.ts';
import { services } from '../../src/api/consulting/consulting.tables.ts';
import { galleryImages, gallerySets } from '../../src/api/gallery/gallery.tables.ts';
import { readSamples } from '../../src/api/samples/samples.admin.service.ts';
import { deleteSampleCopies, samplePictures } from '../../src/api/samples/samples.service.ts';
import { samples } from '../../src/api/samples/samples.tables.ts';
import { demoData } from '../../src/demo/demoData.ts';
import { isDatabaseEmpty, seedDatabase } from '../../src/demo/seed.ts';
import { dayMs } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { addProduct, changeProduct, checkout } from './shop.ts';

const art = async (name: string) => `/media/${Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32)}_9x9.webp`;
const tables = { categories, products, services, gallerySets, galleryImages, blogs, comments };

let api: TestApi;
let token: string;
beforeEach(async () => {
  api = await openTestApi();
  token = (await api.signUp({ role: 'admin' })).token;
  await seedDatabase(api.ctx, demoData, art);
});

const remove = () => api.send('POST /api/admin/samples/remove', { token });
const restore = () => api.send('POST /api/admin/samples/restore', { token });

/** All rows of the rooms with samples, in a fixed order. */
async function readEverything() {
  const rows = await Promise.all(
    Object.entries(tables).map(async ([name, table]) => [
      name,
      await api.ctx.db.select().from(table).orderBy(asc(table.id)),
    ]),
  );
  return Object.fromEntries(rows) as { [Name in keyof typeof tables]: { id: string }[] };
}

const byEntity = ({ groups }: { groups: { entity: string }[] }) =>
  Object.fromEntries(groups.map(({ entity, ...counts }) => [entity, counts]));

test('every sample can be removed and comes back as it was', async () => {
  expect((await restore()).status).toBe(409);
  const { body: before } = await api.send('GET /api/admin/samples', { token });
  const counted = (removable: number) => ({ removable, edited: 0, used: 0, removed: 0 });
  expect(before).toMatchObject({ words: true, restorable_until: null });
  expect(byEntity(before)).toEqual({
    product: counted(demoData.products.length),
    service: counted(demoData.services.length),
    gallery: counted(demoData.gallery.length),
    post: counted(demoData.blogs.length),
    comment: counted(demoData.blogs.flatMap(({ comments = [] }) => comments).length),
  });
  const original = await readEverything();
  const pictures = await samplePictures(api.ctx.db);

  const removed = await remove();
  expect(removed.status).toBe(200);
  expect(removed.body.words).toBe(false);
  expect(Object.values(await readEverything()).flat()).toEqual([]);
  expect((await api.send('GET /api/site')).body).toMatchObject({ sample_words: false, legal_name: '' });
  expect(await isDatabaseEmpty(api.ctx.db)).toBe(false);
  expect(pictures).toEqual([]);
  expect((await samplePictures(api.ctx.db)).length).toBeGreaterThan(50);
  const { body: setup } = await api.send('GET /api/admin/setup', { token });
  expect(setup).toMatchObject({ words: { done: true }, samples: { done: true, left: 0 } });

  expect((await restore()).body).toEqual(before);
  expect(await readEverything()).toEqual(original);
  const entries = await api.ctx.db.select().from(auditLog).where(eq(auditLog.entity, 'samples')).orderBy(auditLog.at);
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['remove', expect.objectContaining({ product: demoData.products.length, words: false })],
    ['restore', expect.objectContaining({ post: demoData.blogs.length, words: true })],
  ]);
});

test('samples with orders, with comments of others and edited ones stay, and so do their categories', async () => {
  const buyer = await api.signUp();
  const { body: listed } = await api.send('GET /api/products');
  const [ordered, edited] = listed.filter(({ stock }) => stock > 2);
  expect((await checkout(api, buyer.token, [cartLine(ordered!.id)])).status).toBe(201);
  await changeProduct(api.ctx, edited!.id, { title: 'Kendi atölyem' });
  const own = await addProduct(api.ctx, { title: 'Benim' });
  const [post] = (await api.send('GET /api/blogs')).body;
  const [service, editedService] = (await api.send('GET /api/consulting')).body;
  await api.ctx.db.insert(comments).values({ blog_id: post!.id, name_surname: 'Ada', description: 'Merhaba' });
  await api.ctx.db.update(services).set({ note: 'Yeni' }).where(eq(services.id, editedService!.id));
  await api.send('DELETE /api/consulting/:id', { token, params: { id: service!.id } });

  const { body: plan } = await api.send('GET /api/admin/samples', { token });
  const { body } = await remove();
  const groups = byEntity(plan);
  expect(groups.product).toEqual({ removable: demoData.products.length - 2, edited: 1, used: 1, removed: 0 });
  expect(groups.post).toMatchObject({ removable: demoData.blogs.length - 1, used: 1 });
  expect(groups.service).toMatchObject({ removable: demoData.services.length - 2, edited: 1 });
  expect(byEntity(body).product).toEqual({ removable: 0, edited: 1, used: 1, removed: demoData.products.length - 2 });

  const left = await readEverything();
  expect(left.products.map(({ id }) => id).sort()).toEqual([ordered!.id, edited!.id, own].sort());
  expect(left.blogs.map(({ id }) => id)).toEqual([post!.id]);
  expect(left.comments).toMatchObject([{ name_surname: 'Ada' }]);
  // The owner's own deletion waits in the trash.
  expect(left.services.map(({ id }) => id).sort()).toEqual([editedService!.id, service!.id].sort());
  const used = new Set((await api.ctx.db.select({ id: products.category_id }).from(products)).map(({ id }) => id));
  expect(new Set(left.categories.map(({ id }) => id))).toEqual(used);
  expect((await api.send('GET /api/my-orders', { token: buyer.token })).body).toHaveLength(1);

  await restore();
  expect((await readEverything()).products).toHaveLength(demoData.products.length + 1);
});

test('what took the place of a removed sample stays, the others come back', async () => {
  await remove();
  const [first] = await api.ctx.db.select().from(samples).where(eq(samples.entity, 'post'));
  const { slug } = first!.copy as { slug: string };
  await api.ctx.db
    .insert(blogs)
    .values({ slug, title: 'Yeni', description: '-', content: '', preview_token: 'x', publish_at: new Date() });
  const { body } = await restore();
  expect(byEntity(body).post).toMatchObject({ removable: demoData.blogs.length - 1, removed: 0 });
  expect(await api.ctx.db.$count(blogs)).toBe(demoData.blogs.length);
});

test('a removal that fails halfway changes nothing, and of two at once the second finds nothing to do', async () => {
  const { db } = api.ctx;
  const original = await readEverything();
  await db.execute(sql`create function app.refuse() returns trigger language plpgsql as $$
    begin raise exception 'power cut'; end $$`);
  await db.execute(sql`create trigger refuse before delete on app.services execute function app.refuse()`);
  expect((await remove()).status).toBe(500);
  expect(await readEverything()).toEqual(original);
  expect((await api.send('GET /api/site')).body.sample_words).toBe(true);
  await db.execute(sql`drop trigger refuse on app.services`);

  const answers = await Promise.all([remove(), remove()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await restore();
  expect(await readEverything()).toEqual(original);
});

test('comments of a sample post in the trash stay with it', async () => {
  const [post] = await api.ctx.db
    .select({ id: comments.blog_id, count: sql<number>`count(*)::int` })
    .from(comments)
    .groupBy(comments.blog_id)
    .limit(1);
  const params = { id: post!.id };
  await api.send('DELETE /api/blogs/:id', { token, params });
  await remove();
  await api.send('POST /api/admin/trash/:entity/:id/restore', { token, params: { entity: 'post', ...params } });
  expect(await api.ctx.db.$count(comments, eq(comments.blog_id, params.id))).toBe(post!.count);
});

test('copies are deleted after 30 days', async () => {
  await remove();
  api.advance(29 * dayMs);
  await deleteSampleCopies(api.ctx.db, api.ctx.clock());
  expect((await readSamples(api.ctx.db)).restorable_until).not.toBeNull();
  api.advance(2 * dayMs);
  await deleteSampleCopies(api.ctx.db, api.ctx.clock());
  expect(await readSamples(api.ctx.db)).toEqual({ words: false, groups: [], restorable_until: null });
  expect(await isDatabaseEmpty(api.ctx.db)).toBe(false);
});

test('the migration marks what equals the sample content in a database from before', async () => {
  const { db } = api.ctx;
  const read = () => db.select().from(samples).orderBy(samples.entity, samples.entity_id);
  const seeded = await read();
  const [first] = seeded.filter(({ entity }) => entity === 'service');
  await db.update(services).set({ description: 'Benim sözlerim' }).where(eq(services.id, first!.entity_id));
  await db.delete(samples);
  const [, ...marking] = readFileSync('src/api/db/migrations/0009_samples.sql', 'utf8').split(
    '--> statement-breakpoint',
  );
  for (const statement of marking) await db.execute(sql.raw(statement));
  expect(await read()).toEqual(seeded.filter(({ entity_id }) => entity_id !== first!.entity_id));
});
