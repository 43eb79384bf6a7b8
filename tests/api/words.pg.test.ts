import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../src/api/app.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { addRevision, setLiveWords, snapshotWords } from '../../src/api/content/content.service.ts';
import { contentPreviews } from '../../src/api/content/content.tables.ts';
import { contentPictures } from '../../src/api/content/contentPictures.service.ts';
import type { PageRenderer } from '../../src/api/context.ts';
import { contentChanges } from '../../src/api/publish/publish.tables.ts';
import { pictureName } from '../../src/api/storage/pictures.ts';
import type { ContentName, Words } from '../../src/contract/contentDocuments.ts';
import { contentNames } from '../../src/contract/contentDocuments.ts';
import { file, form } from './formData.ts';
import { openTestApi } from './harness.ts';
import { picture } from './pictures.corpus.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const { token } = await api.signUp({ role: 'admin' });

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
    expect((await restore('1')).body).toMatchObject({ revision: 3, data: first.body.data });
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

test('all words are read once for the callers of a second, whatever release they name, and again after a change', async () => {
  const readHome = async (query = {}) => {
    const { body } = await api.send('GET /api/content', { query });
    return body.documents.find(({ name }) => name === 'home')?.revision as number;
  };
  const { data } = await read('home');
  const before = await readHome();
  // Nobody is told of it.
  const newest = { name: 'home' as const, data: { ...data, reviews_title: 'Önce' }, author: null, note: null };
  const base = await addRevision(api.ctx.db, { ...newest, at: api.ctx.clock() });
  expect([await readHome(), await readHome({ release: 'yok-1' }), await readHome({ release: 'yok-2' })]).toEqual(
    Array(3).fill(before),
  );
  expect((await save('home', { base, data: { ...data, reviews_title: 'Sonra' } })).status).toBe(200);
  expect(await readHome()).toBe(base + 1);
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
    const refused = async (changes: Partial<typeof data>) => {
      const { status, body } = await save('legal/gizlilik', { base: revision, data: { ...data, ...changes } });
      return [status, body.fields];
    };
    expect(await refused({ body: 'Yazın: {{emial}}' })).toEqual([422, { body: '{{emial}} bilinmiyor.' }]);
    expect(await refused({ body: '{{legal\nname}}' })).toEqual([422, { body: '{{legal\nname}} bilinmiyor.' }]);
    // Nothing is filled in beside the body.
    const onlyInBody = 'Site bilgileri yalnızca metnin içinde {{…}} ile yazılır.';
    expect(await refused({ title: 'Gizlilik {{legal_name}}' })).toEqual([422, { title: onlyInBody }]);
    expect(await refused({ sentence: { before: '', link: '{{foo}}', after: '' } })).toEqual([
      422,
      { 'sentence.link': onlyInBody },
    ]);
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
});

describe('pictures of words', () => {
  test('have to be on this site, and are kept by every revision that names them', async () => {
    const { revision, data } = await read('home');
    const withPicture = (art: string) => ({
      ...data,
      hero: { ...data.hero, slides: [{ art }, ...data.hero.slides.slice(1)] },
    });
    const body = form({}, { image: file(await picture('png')) });
    const { image_url } = (await api.send('POST /api/admin/pictures', { token, body })).body;
    const missing = `/media/${'0'.repeat(32)}_1600x900.webp`;
    const elsewhere = image_url.replace('/media', 'https://baska.example/media');
    for (const address of [missing, elsewhere]) {
      const refused = await save('home', { base: revision, data: withPicture(address) });
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['hero.slides.0.art']]);
    }
    const preview = { token, params: { name: 'home' }, body: { data: withPicture(missing) } };
    expect((await api.send('POST /api/admin/content/:name/preview', preview)).status).toBe(422);

    const saved = await save('home', { base: revision, data: withPicture(`${image_url}#30,0`) });
    expect(saved).toMatchObject({ status: 200, body: { warnings: [{ path: 'hero.slides.0.art' }] } });
    await save('home', { base: revision + 1, data });
    expect(await contentPictures(api.ctx.db)).toEqual([pictureName(image_url)]);

    const brought = { home: { schema_version: 1, data: withPicture(missing) } };
    const answer = await api.send('PUT /api/admin/content.json', {
      token,
      body: { kind: 'words', documents: brought },
    });
    expect(answer.body).toMatchObject({ replaced_pictures: ['home.hero.slides.0.art'] });
  });
});

describe('a legal text whose change people are told of', () => {
  const changes = async (user: { token: string }) =>
    (await api.send('GET /api/me/legal-changes', { token: user.token })).body;
  const publish = () =>
    api.ctx.db.transaction(async (tx) => setLiveWords(tx, await snapshotWords(tx, api.ctx.clock()), api.ctx.clock()));

  test('is told once it is published, once, and to nobody who came later', async () => {
    const [one, other] = [await api.signUp(), await api.signUp()];
    const { revision, data } = await read('legal/aydinlatma-metni');
    const words = (body: string) => ({ ...data, body: `${body} ${data.body}` });
    await save('legal/aydinlatma-metni', { base: revision, data: words('Önemli.'), ask_again: true });
    await save('legal/aydinlatma-metni', { base: revision + 1, data: words('Önemli, düzeltildi.') });
    expect(await revisions('legal/aydinlatma-metni')).toMatchObject([{ revision: 3 }, { ask_again: true }, {}]);
    expect(await changes(one)).toEqual([]);
    await publish();
    const [change] = await changes(one);
    expect(change).toMatchObject({ slug: 'aydinlatma-metni', title: 'KVKK aydınlatma metni' });
    await api.send('POST /api/me/legal-changes', { token: one.token, body: { until: change?.published_at } });
    expect([await changes(one), await changes(other)]).toMatchObject([[], [change]]);
    expect(await changes(await api.signUp())).toEqual([]);

    // A change like any other is not told.
    await save('legal/aydinlatma-metni', { base: revision + 2, data: words('Bir virgül.') });
    await publish();
    expect(await changes(one)).toEqual([]);
  });

  test('is asked for legal texts only', async () => {
    const { revision, data } = await read('pages');
    const { body } = await save('pages', { base: revision, data, ask_again: true });
    expect(body.fields).toHaveProperty('ask_again');
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
    expect((await put(file)).body).toEqual({ changed: ['reviews'], replaced_pictures: [] });
    expect((await read('reviews')).data).toEqual(data);
    const imports = () => api.ctx.db.$count(auditLog, eq(auditLog.action, 'import'));
    const before = await imports();
    expect((await put(file)).body).toEqual({ changed: [], replaced_pictures: [] });
    expect(await imports()).toBe(before);
  });
});

// Last: it moves the clock, which the database does not follow.
describe('a preview', () => {
  const page = '<html><head><meta name="viewport"></head><body><h1>Selam</h1></body></html>';
  const renderWith = (render: PageRenderer['render']) => {
    api.ctx.pageRenderer.current = { start: () => {}, render };
  };
  const preview = async (data: unknown) => {
    const body = { data };
    return (await api.send('POST /api/admin/content/:name/preview', { token, params: { name: 'pages' }, body })).body;
  };

  test('is answered by every process, for ten minutes, and makes no revision', async () => {
    const { data } = await read('pages');
    const before = await revisions('pages');
    const unsaved = { ...data, blog: { ...data.blog, title: 'Henüz kaydedilmedi' } };
    let words: unknown;
    renderWith(async (path, preview) => {
      words = (await api.send('GET /api/content', { query: { preview } })).body.documents;
      return path === '/products' ? page : undefined;
    });
    const { url } = await preview(unsaved);
    expect(words).toContainEqual(expect.objectContaining({ name: 'pages', data: unsaved }));
    const other = createApp(api.ctx);
    const answer = await other.request(url);
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
    expect(await answer.text()).toContain('<h1>Selam</h1>');
    expect(await revisions('pages')).toEqual(before);
    expect((await other.request(`${url}x`)).status).toBe(404);
    api.advance(9 * 60_000);
    expect((await other.request(url)).status).toBe(200);
    api.advance(60_000);
    expect((await other.request(url)).status).toBe(404);
  });

  test('of a legal text as it is published shows the version that it has', async () => {
    const name = 'legal/aydinlatma-metni';
    const { data, version } = await read(name);
    let shown: unknown;
    renderWith(async (_path, preview) => {
      const { documents, legal_versions } = (await api.send('GET /api/content', { query: { preview } })).body;
      const ofText = legal_versions.filter(({ slug }) => name.endsWith(slug));
      shown = [documents.find((one) => one.name === name)?.version, ofText.at(-1)?.version];
      return page;
    });
    const asked = { token, params: { name }, body: { data } };
    expect((await api.send('POST /api/admin/content/:name/preview', asked)).status).toBe(201);
    expect(shown).toEqual([version, version]);
    const changed = { ...asked, body: { data: { ...data, body: 'Başka sözler.' } } };
    expect((await api.send('POST /api/admin/content/:name/preview', changed)).status).toBe(201);
    expect(shown).not.toEqual([version, version]);
  });

  test('is refused while four wait for the renderer', async () => {
    const { data } = await read('pages');
    const released = Promise.withResolvers<string>();
    renderWith(() => released.promise);
    const all = [1, 2, 3, 4, 5].map(() => preview(data));
    expect(await Promise.race(all)).toMatchObject({ code: 'unavailable' });
    released.resolve(page);
    const answers = await Promise.all(all);
    expect(answers.filter(({ url }) => url)).toHaveLength(4);
  });

  test('leaves with those before it once there are too many, and at once where its page cannot be shown', async () => {
    const { data } = await read('pages');
    renderWith(async () => page);
    const first = await preview(data);
    for (let count = 0; count < 40; count += 1) {
      api.advance(1);
      await preview(data);
    }
    expect((await api.app.request(first.url)).status).toBe(404);
    expect(await api.ctx.db.$count(contentPreviews)).toBe(40);
    renderWith(async () => undefined);
    expect((await preview(data)).fields).toHaveProperty('path');
    expect(await api.ctx.db.$count(contentPreviews)).toBe(39);
  });
});
