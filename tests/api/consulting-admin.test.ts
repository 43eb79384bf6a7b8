import { describe, expect, test } from 'vitest';
import { services } from '../../src/api/consulting/consulting.tables.ts';
import { media } from '../../src/api/storage/media.tables.ts';
import { readAudit, readContentChanges } from './changeLog.ts';
import { file, form } from './formData.ts';
import { openTestApi } from './harness.ts';
import { heic, picture } from './pictures.corpus.ts';

const api = await openTestApi();
const { token } = await api.signUp({ role: 'admin' });
const image = await picture('png');

const words = { title: 'Oyun terapisi', note: '3-12 yaş', description: 'Çocuğun dili oyundur.' };

const add = (fields: Record<string, string> = words, files: File[] = [file(image)]) =>
  api.send('POST /api/consulting', { body: form(fields, { image: files }), token });
const edit = (id: string, body: unknown) => api.send('PUT /api/consulting/:id', { params: { id }, body, token });
const find = async (id: string) => (await api.send('GET /api/consulting')).body.find((item) => item.id === id);

describe('adding a service', () => {
  test('sent twice under one key adds it once; other words under it are refused', async () => {
    const once = (fields: object) =>
      api.send('POST /api/consulting', {
        body: form({ ...words, ...fields }, { image: [file(image)] }),
        token,
        headers: { 'idempotency-key': 'hizmet' },
      });
    const [first, second] = [await once({}), await once({})];
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await once({ title: 'Başka' })).body.code).toBe('idempotency_mismatch');
    expect((await api.send('GET /api/consulting')).body.filter(({ title }) => title === words.title)).toHaveLength(1);
  });

  test('needs a title, a description and a picture; the note may be missing', async () => {
    const { status, body } = await add({ title: words.title, description: words.description });
    expect([status, body.message, body.note]).toEqual([201, 'Eklendi', null]);
    expect(await find(body.id)).toEqual({
      id: body.id,
      title: words.title,
      note: null,
      description: words.description,
      image_url: body.image_url,
    });
    const blank = await add({ ...words, title: ' ' });
    expect([blank.status, blank.body.message]).toEqual([422, 'Başlık ve açıklama zorunludur.']);
    const bare = await add(words, []);
    expect([bare.status, bare.body.fields]).toEqual([422, { image: 'Lütfen bir görsel seçin.' }]);
  });

  test('leaves nothing behind when its picture cannot be read', async () => {
    const count = async () => [await api.ctx.db.$count(services), await api.ctx.db.$count(media)];
    const before = await count();
    const { status, body } = await add(words, [file(heic())]);
    expect([status, body.code]).toEqual([422, 'bad_image']);
    expect(await count()).toEqual(before);
  });
});

describe('editing a service', () => {
  test('leads from the address of an earlier title to the present one, unless another service has that', async () => {
    const path = (slug: string) => `/danismanlik/hizmetler/${slug}`;
    const redirects = async () =>
      (await api.send('GET /api/redirects')).body.map(({ from_path, to_path }) => [from_path, to_path]);
    const { body: service } = await add({ ...words, title: 'Çift görüşmesi' });
    const rename = (title: string) => edit(service.id, { ...words, title, image_url: service.image_url });
    await rename('Çift danışmanlığı');
    await rename('Çift ve aile danışmanlığı');
    const now = path('cift-ve-aile-danismanligi');
    expect(await redirects()).toEqual([
      [path('cift-danismanligi'), now],
      [path('cift-gorusmesi'), now],
    ]);
    await add({ ...words, title: 'Çift görüşmesi' });
    expect(await redirects()).toEqual([[path('cift-danismanligi'), now]]);
    await add({ ...words, title: 'Çift ve aile danışmanlığı' });
    await rename('Çift danışmanlığı');
    expect(await redirects()).toEqual([]);

    await api.send('DELETE /api/consulting/:id', { params: { id: service.id }, token });
    const { body: next } = await add({ ...words, title: 'Çift danışmanlığı' });
    await edit(next.id, { ...words, title: 'Eş danışmanlığı', image_url: next.image_url });
    expect(await redirects()).toEqual([[path('cift-danismanligi'), path('es-danismanligi')]]);
    const params = { entity: 'service', id: service.id };
    await api.send('POST /api/admin/trash/:entity/:id/restore', { params, token });
    expect(await redirects()).toEqual([]);
  });

  test('accepts JSON with the address of the stored picture', async () => {
    const { body: service } = await add();
    const { status, body } = await edit(service.id, { ...words, title: 'Yeni ad', image_url: service.image_url });
    expect([status, body.message, body.title]).toEqual([200, 'Güncellendi', 'Yeni ad']);
    expect(await find(service.id)).toMatchObject({ title: 'Yeni ad', image_url: service.image_url });
    expect(await readContentChanges(api, service.id)).toMatchObject([{ room: 'consulting' }, { room: 'consulting' }]);
    const change = { action: 'update', before: { title: words.title }, after: { title: 'Yeni ad' } };
    expect(await readAudit(api, service.id)).toMatchObject([{ action: 'add' }, change]);
  });

  test('without a note keeps it; a blank one removes it', async () => {
    const { body: service } = await add();
    const { title, description } = words;
    for (const body of [{ title, description }, form({ title, description }, {})]) {
      expect((await edit(service.id, body)).body.note).toBe(words.note);
    }
    expect((await edit(service.id, { ...words, note: '' })).body.note).toBeNull();
  });

  test('refuses the address of another picture, and a missing one', async () => {
    const { body: service } = await add();
    for (const image_url of ['https://evil.test/x.webp', '/media/other.webp', '', null]) {
      const { status } = await edit(service.id, { ...words, title: 'Başka', image_url });
      expect(status, String(image_url)).toBe(422);
    }
    expect((await find(service.id))?.title).toBe(words.title);
  });

  test('accepts a new picture as multipart', async () => {
    const { body: service } = await add();
    const { status, body } = await edit(service.id, form(words, { image: file(await picture('webp', 12, 12)) }));
    expect(status).toBe(200);
    expect(body.image_url).toContain('12x12');
    expect((await find(service.id))?.image_url).toBe(body.image_url);
  });

  test('answers the second of two admins with a conflict and the stored service', async () => {
    const { body: service } = await add();
    const opened = service.updated_at;
    api.advance(1000);
    await edit(service.id, { ...words, title: 'Birinci', updated_at: opened });
    const { status, body } = await edit(service.id, { ...words, title: 'İkinci', updated_at: opened });
    expect([status, body.code]).toEqual([409, 'edit_conflict']);
    expect(body.current).toMatchObject({ title: 'Birinci' });
    expect(body.current).toEqual({ ...(await find(service.id)), updated_at: expect.any(String) });
  });
});
