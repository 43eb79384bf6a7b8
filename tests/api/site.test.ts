import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { settings } from '../../src/api/site/site.tables.ts';
import defaults from '../../src/content/site.json' with { type: 'json' };
import { openTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let token: string;

beforeAll(async () => {
  api = await openTestApi();
  token = (await api.signUp({ role: 'admin' })).token;
});

test('until somebody saves the site equals src/content/site.json', async () => {
  expect((await api.send('GET /api/site')).body).toEqual({ ...defaults, updated_at: '1970-01-01T00:00:00.000Z' });
});

test('of two first saves at the same moment one is refused', async () => {
  const fresh = await openTestApi();
  const { token: its } = await fresh.signUp({ role: 'admin' });
  const { body: opened } = await fresh.send('GET /api/site');
  const save = (city: string) => fresh.send('PUT /api/admin/site', { token: its, body: { ...opened, city } });
  const answers = await Promise.all(['İzmir', 'Bursa'].map(save));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('what the owner saves is answered at once, waits to be published and is in the audit log', async () => {
  const body = { ...defaults, workshops_banner: 'Kayıtlar açıldı!', unknown: 1 };
  const saved = await api.send('PUT /api/admin/site', { token, body });
  expect(saved.status).toBe(200);
  const { body: site } = await api.send('GET /api/site');
  expect(site).toEqual({ ...defaults, workshops_banner: 'Kayıtlar açıldı!', updated_at: saved.body.updated_at });
  const { body: publish } = await api.send('GET /api/admin/publish', { token });
  expect(publish.pending_changes).toEqual([{ room: 'site', count: 1 }]);
  expect(await api.ctx.db.select().from(auditLog)).toMatchObject([
    { entity: 'site', after: { workshops_banner: 'Kayıtlar açıldı!' } },
  ]);
});

test('a form opened before somebody else saved is refused with what is saved now', async () => {
  const { body: opened } = await api.send('GET /api/site');
  const save = (change: object) => api.send('PUT /api/admin/site', { token, body: { ...opened, ...change } });
  const first = await save({ city: 'İzmir' });
  expect(first.status).toBe(200);
  const second = await save({ city: 'Bursa' });
  expect([second.status, second.body.code, second.body.current]).toEqual([409, 'edit_conflict', first.body]);
  expect((await save({ city: opened.city, updated_at: first.body.updated_at })).status).toBe(200);
});

test('a field that is wrong is named, in Turkish, and nothing is saved', async () => {
  const body = {
    ...defaults,
    whatsapp: '+90 500',
    social: [{ label: 'Sayfa', url: 'javascript:alert(1)', icon: 'globe' }],
  };
  const { status, body: answer } = await api.send('PUT /api/admin/site', { token, body });
  expect(status).toBe(422);
  expect(answer.fields).toEqual({
    whatsapp: expect.stringContaining('ülke koduyla'),
    'social.0.url': 'Adres https:// ile başlamalı.',
  });
  expect((await api.send('GET /api/site')).body.whatsapp).toBe(defaults.whatsapp);
});

test('a WhatsApp number is taken as people write it, and kept as wa.me wants it', async () => {
  const body = { ...defaults, whatsapp: ' +90 (532) 111-22.33' };
  expect((await api.send('PUT /api/admin/site', { token, body })).body.whatsapp).toBe('905321112233');
});

test('a saved field that no longer fits falls back to its default, the others stay', async () => {
  await api.ctx.db.update(settings).set({ value: { ...defaults, whatsapp: 'yok', city: 'Başka Şehir' } });
  api.ctx.events.emit('site');
  const { body } = await api.send('GET /api/site');
  expect(body).toMatchObject({ ...defaults, city: 'Başka Şehir' });
});
