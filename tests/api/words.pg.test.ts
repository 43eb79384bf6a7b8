import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { contentChanges } from '../../src/api/publish/publish.tables.ts';
import type { ContentName, Words } from '../../src/contract/contentDocuments.ts';
import { contentNames } from '../../src/contract/contentDocuments.ts';
import { openTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
  ({ token } = await api.signUp({ role: 'admin' }));
});

const read = async <Name extends ContentName>(name: Name) => {
  const { body } = await api.send('GET /api/admin/content/:name', { token, params: { name } });
  return { ...body, data: body.data as Words<Name> };
};
const save = (name: ContentName, body: unknown) =>
  api.send('PUT /api/admin/content/:name', { token, params: { name }, body });
const revisions = async (name: ContentName) =>
  (await api.send('GET /api/admin/content/:name/revisions', { token, params: { name } })).body;

describe('words', () => {
  test('start as revision 1 with the words of the product, in the order of the schema', async () => {
    const { body } = await api.send('GET /api/admin/content', { token });
    expect(body.map(({ name }) => name)).toEqual(contentNames);
    expect(new Set(body.map(({ revision }) => revision))).toEqual(new Set([1]));
    const home = await api.send('GET /api/content/:name', { params: { name: 'home' } });
    expect(home.body).toMatchObject({ name: 'home', revision: 1, data: { hero: { accent: 'sohbettir.' } } });
    expect(Object.keys(home.body.data)).toEqual(['seo', 'hero', 'intro', 'services', 'reviews_title']);
  });

  test('a legal text is read by its plain address and says its version', async () => {
    const answer = await api.app.request('http://site.test/api/content/legal/gizlilik');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      name: 'legal/gizlilik',
      version: '2026-11-21',
      data: { title: 'Gizlilik' },
    });
    const admin = await api.app.request('http://site.test/api/admin/content/legal/gizlilik/revisions', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await admin.json()).toHaveLength(1);
    expect((await api.app.request('http://site.test/api/content/legal/yok')).status).toBe(404);
    expect((await api.app.request('http://site.test/api/content/toString')).status).toBe(404);
  });

  test('saved make a revision, a content change and an audit entry; the same words make none', async () => {
    const { revision, data } = await read('counselling');
    const changed = { ...data, about: { ...data.about, title: 'Bir masa, iki sandalye' } };
    const saved = await save('counselling', { base: revision, data: changed });
    expect(saved).toMatchObject({
      status: 200,
      body: { revision: revision + 1, data: { about: { title: 'Bir masa, iki sandalye' } } },
    });
    // A form that lost the answer and sends again.
    expect((await save('counselling', { base: revision, data: changed })).body.revision).toBe(revision + 1);
    expect(await revisions('counselling')).toMatchObject([
      { revision: 2, by: 'Deniz Yılmaz' },
      { revision: 1, by: null },
    ]);
    const changes = await api.ctx.db.select().from(contentChanges);
    expect(changes.filter(({ room }) => room === 'content')).toMatchObject([{ entity_id: 'counselling' }]);
    const entries = (await api.ctx.db.select().from(auditLog)).filter(({ entity }) => entity === 'content');
    expect(entries).toMatchObject([
      { action: 'update', entity_id: 'counselling', after: { revision: 2, fields: ['about.title'] } },
    ]);
    expect((await api.send('GET /api/content/:name', { params: { name: 'counselling' } })).body.revision).toBe(2);
  });

  test('of two admins the second is told what is there now', async () => {
    const { revision, data } = await read('pages');
    const one = { ...data, blog: { ...data.blog, title: 'Birinci' } };
    const two = { ...data, gallery: { ...data.gallery, title: 'İkinci' } };
    const answers = await Promise.all([one, two].map((words) => save('pages', { base: revision, data: words })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [saved, refused] = [...answers].sort((a, b) => a.status - b.status) as [
      (typeof answers)[0],
      (typeof answers)[0],
    ];
    expect(refused.body).toMatchObject({
      code: 'edit_conflict',
      current: { revision: revision + 1, data: saved.body.data },
    });
    // The form merges and sends again on top of it.
    const merged = { ...data, blog: one.blog, gallery: two.gallery };
    expect((await save('pages', { base: revision + 1, data: merged })).status).toBe(200);
    expect((await read('pages')).data).toEqual(merged);
  });

  test('go back to an earlier revision as a new one, or not at all where nothing would change', async () => {
    const restore = (n: string) =>
      api.send('POST /api/admin/content/:name/revisions/:n/restore', { token, params: { name: 'counselling', n } });
    const first = await api.send('GET /api/admin/content/:name/revisions/:n', {
      token,
      params: { name: 'counselling', n: '1' },
    });
    expect(first.body).toMatchObject({ revision: 1, data: { about: { title: 'Bir odada, iki koltuk arasında' } } });
    expect((await restore('1')).body).toEqual({ revision: 3, data: first.body.data });
    expect((await restore('1')).body.revision).toBe(3);
    for (const n of ['4', '0', 'x', '99999999999']) expect((await restore(n)).status, n).toBe(404);
  });

  test('never change or vanish once they are stored', async () => {
    for (const statement of [
      sql`update app.content set data = '{}'`,
      sql`delete from app.content`,
      sql`truncate app.content`,
    ])
      await expect(api.ctx.db.execute(statement)).rejects.toThrow();
    expect((await revisions('counselling')).length).toBe(3);
  });
});

describe('refused words', () => {
  let home: Words<'home'>;
  beforeEach(async () => {
    home = (await read('home')).data;
  });

  test('name each wrong field by its path', async () => {
    expect((await save('home', { data: home })).body.fields).toHaveProperty('base');
    expect((await save('home', { base: 1 })).body.fields).toHaveProperty('data');
    const cards = home.services.cards.map((card, index) => (index === 2 ? { ...card, href: '//kotu.example' } : card));
    const data = {
      ...home,
      hero: { ...home.hero, title: 'x'.repeat(10_000), slides: [{ art: '../../etc/passwd' }] },
      services: { ...home.services, cards, extra: 1 },
    };
    const { status, body } = await save('home', { base: 1, data });
    expect(status).toBe(422);
    expect(Object.keys(body.fields ?? {}).sort()).toEqual([
      'hero.slides.0.art',
      'hero.title',
      'services.cards.2.href',
      'services.extra',
    ]);
    const accent = await save('home', { base: 1, data: { ...home, hero: { ...home.hero, accent: 'yok' } } });
    expect(accent.body.fields).toEqual({ 'hero.accent': 'Vurgulanan bölüm başlığın içinde geçmeli.' });
  });

  test.each([
    ['no object', []],
    ['an empty object', {}],
    ['a list instead of a group', { hero: [] }],
    ['a list that is too long', { services: { cards: Array.from({ length: 10_000 }, () => ({})) } }],
  ])('%s', async (_, patch) => {
    const data = Array.isArray(patch) ? patch : Object.keys(patch).length ? { ...home, ...patch } : {};
    const { status, body } = await save('home', { base: 1, data });
    expect(status).toBe(422);
    expect(Object.keys(body.fields ?? {}).length).toBeLessThan(20);
  });

  test('characters that hide or turn text are taken out, entities and tags stay letters', async () => {
    const lead = 'Sağdan\u202e sola </script> <b>&amp; {{legal_name}} \u200b';
    const { revision } = await read('home');
    const { body } = await save('home', { base: revision, data: { ...home, hero: { ...home.hero, lead } } });
    expect((body.data as Words<'home'>).hero.lead).toBe('Sağdan sola </script> <b>&amp; {{legal_name}}');
  });

  test('a legal text with a field that the site does not have', async () => {
    const { revision, data } = await read('legal/gizlilik');
    const { status, body } = await save('legal/gizlilik', {
      base: revision,
      data: { ...data, body: 'Yazın: {{emial}}' },
    });
    expect([status, body.fields]).toEqual([422, { body: '{{emial}} bilinmiyor.' }]);
  });

  test('a legal text whose sentence a form shows keeps one', async () => {
    for (const [name, status] of [
      ['legal/acik-riza', 422],
      ['legal/gizlilik', 200],
    ] as const) {
      const { revision, data } = await read(name);
      const { sentence: _, ...rest } = data;
      const answer = await save(name, { base: revision, data: rest });
      expect([name, answer.status]).toEqual([name, status]);
    }
  });

  test('of customers and strangers', async () => {
    const customer = await api.signUp();
    const params = { name: 'home' };
    expect((await api.send('GET /api/admin/content/:name', { token: customer.token, params })).status).toBe(403);
    expect((await api.send('PUT /api/admin/content/:name', { params, body: { base: 1, data: home } })).status).toBe(
      401,
    );
  });
});

describe('entries of lists with addresses', () => {
  test('get one of their title where they have none, and keep theirs', async () => {
    const { revision, data } = await read('faq-counselling');
    const items = [
      { question: 'Çay var mı?', answer: 'Var.' },
      { question: 'Çay var mı?', answer: 'Hep.' },
      ...data.items,
    ];
    const { body } = await save('faq-counselling', { base: revision, data: { items } });
    const ids = (body.data as Words<'faq-counselling'>).items.map(({ id }) => id);
    expect(ids).toEqual(['cay-var-mi', 'cay-var-mi-2', ...data.items.map(({ id }) => id)]);
    const twice = { items: [data.items[0], data.items[0]] };
    expect((await save('faq-counselling', { base: body.revision, data: twice })).body.fields).toHaveProperty(
      'items.1.id',
    );
  });
});

describe('all words as one file', () => {
  test('come back as they were, all or none', async () => {
    const file = (await api.send('GET /api/admin/content.json', { token })).body;
    expect(Object.keys(file.documents)).toEqual(contentNames);
    const { revision, data } = await read('reviews');
    await save('reviews', { base: revision, data: { items: [] } });
    const put = (body: unknown) => api.send('PUT /api/admin/content.json', { token, body });
    const wrong = {
      ...file,
      documents: { ...file.documents, home: { schema_version: 1, data: {} }, yok: { schema_version: 1, data: {} } },
    };
    const refused = await put(wrong);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(expect.arrayContaining(['home.hero', 'yok']));
    expect((await put({ ...file, documents: { home: { schema_version: 2, data: {} } } })).body.fields).toHaveProperty(
      'home',
    );
    expect((await read('reviews')).data.items).toEqual([]);
    expect((await put(file)).body).toEqual({ changed: ['reviews'] });
    expect((await read('reviews')).data).toEqual(data);
    expect((await put(file)).body).toEqual({ changed: [] });
  });
});
