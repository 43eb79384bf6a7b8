import { expect, test } from 'vitest';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { settings } from '../../src/api/site/site.tables.ts';
import defaults from '../../src/content/site.json' with { type: 'json' };
import { openTestApi } from './harness.ts';

const api = await openTestApi();
const token = (await api.signUp({ role: 'admin' })).token;

test('the settings equal src/content/site.json until they are saved', async () => {
  expect((await api.send('GET /api/site')).body).toEqual({
    ...defaults,
    updated_at: '1970-01-01T00:00:00.000Z',
    sample_words: true,
  });
});

test('of two first saves of the settings in parallel one is refused', async () => {
  const fresh = await openTestApi();
  const { token: its } = await fresh.signUp({ role: 'admin' });
  const { body: opened } = await fresh.send('GET /api/site');
  const save = (city: string) => fresh.send('PUT /api/admin/site', { token: its, body: { ...opened, city } });
  const answers = await Promise.all(['İzmir', 'Bursa'].map(save));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('saved settings are returned at once, wait to be published and are audited', async () => {
  const email = 'merkez@ornek.com';
  const body = { ...defaults, workshops_banner: 'Kayıtlar açıldı!', email, unknown: 1 };
  const saved = await api.send('PUT /api/admin/site', { token, body });
  expect(saved.status).toBe(200);
  const { body: site } = await api.send('GET /api/site');
  expect(site).toEqual({
    ...defaults,
    workshops_banner: 'Kayıtlar açıldı!',
    email,
    updated_at: saved.body.updated_at,
    sample_words: true,
  });
  const { body: publish } = await api.send('GET /api/admin/publish', { token });
  expect(publish.pending_changes).toEqual([{ room: 'site', count: 1 }]);
  expect(await api.ctx.db.select().from(auditLog)).toMatchObject([
    { entity: 'site', after: { workshops_banner: 'Kayıtlar açıldı!', email } },
  ]);
});

test('settings edited from a stale form are refused with the stored ones', async () => {
  const { body: opened } = await api.send('GET /api/site');
  const save = (change: object) => api.send('PUT /api/admin/site', { token, body: { ...opened, ...change } });
  const first = await save({ city: 'İzmir' });
  expect(first.status).toBe(200);
  const second = await save({ city: 'Bursa' });
  expect([second.status, second.body.code, second.body.current]).toEqual([409, 'edit_conflict', first.body]);
  expect((await save({ city: opened.city, updated_at: first.body.updated_at })).status).toBe(200);
});

test('a wrong setting is named in Turkish, and nothing is saved', async () => {
  const body = {
    ...defaults,
    phone: '0216 1112233, 0532 1112233',
    whatsapp: '+90 500',
    social: [{ label: 'Sayfa', url: 'javascript:alert(1)', icon: 'globe' }],
  };
  const { status, body: answer } = await api.send('PUT /api/admin/site', { token, body });
  expect(status).toBe(422);
  expect(answer.fields).toEqual({
    phone: expect.stringContaining('tek bir numara'),
    whatsapp: expect.stringMatching(/0532 111 22 33 .+ülke koduyla/),
    'social.0.url': 'Adres https:// ile başlamalı.',
  });
  expect((await api.send('GET /api/site')).body.whatsapp).toBe(defaults.whatsapp);
  for (const phone of ['444 1 234', '+90 (216) 111-22-33'])
    expect((await api.send('PUT /api/admin/site', { token, body: { ...defaults, phone } })).status).toBe(200);
});

test('a WhatsApp number is accepted in any format and stored as wa.me needs it', async () => {
  for (const whatsapp of [' +90 (532) 111-22.33', '0532 111 22 33', '5321112233', '905321112233']) {
    const { body } = await api.send('PUT /api/admin/site', { token, body: { ...defaults, whatsapp } });
    expect(body.whatsapp).toBe('905321112233');
  }
});

test('links are taken without their protocol, a map also as coordinates; banner and hours may be blank', async () => {
  const social = [{ label: 'Instagram', url: 'instagram.com/aysedemir', icon: 'photo' }];
  const blank = { hours: '', workshops_banner: '', whatsapp: '', footer_title: '', home_title: '' };
  const body = { ...defaults, ...blank, social, map_url: '40.9903, 29.0290' };
  const saved = await api.send('PUT /api/admin/site', { token, body });
  expect(saved.body).toMatchObject({
    ...blank,
    social: [{ url: 'https://instagram.com/aysedemir' }],
    map_url: 'https://www.google.com/maps?q=40.9903,29.029',
  });
});

test('a stored setting that has become invalid falls back to its default, the others stay', async () => {
  await api.ctx.db.update(settings).set({ value: { ...defaults, whatsapp: 'yok', city: 'Başka Şehir' } });
  api.ctx.events.emit('site');
  const { body } = await api.send('GET /api/site');
  expect(body).toMatchObject({ ...defaults, city: 'Başka Şehir' });
});

test('an address that an earlier version took stays the practice’s until the form is saved with another', async () => {
  await api.ctx.db.update(settings).set({ value: { ...defaults, email: 'merkez.@ornek.com' } });
  api.ctx.events.emit('site');
  const { body } = await api.send('GET /api/site');
  expect(body.email).toBe('merkez.@ornek.com');
  const saved = await api.send('PUT /api/admin/site', { token, body });
  expect(saved.body.fields).toEqual({ email: expect.any(String) });
});
