import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { gallerySets } from '../../src/api/gallery/gallery.tables.ts';
import { media } from '../../src/api/storage/media.tables.ts';
import { galleryRefusal } from '../../src/shared/gallery.ts';
import { readAudit, readContentChanges } from './changeLog.ts';
import { file, form } from './formData.ts';
import { openTestApi } from './harness.ts';
import { heic, picture } from './pictures.corpus.ts';

const api = await openTestApi();
const { token, id: adminId } = await api.signUp({ role: 'admin' });
const image = await picture('png');

const words = { title: 'Bahar şenliği', description: 'Boya, ip, kâğıt.', date: '2026-04-12', category: 'Atölyeler' };

const add = (fields: Record<string, string | string[]> = words, files: File[] = [file(image)]) =>
  api.send('POST /api/admin/gallery/add', { body: form(fields, { image: files }), token });

const kept = async () => ({
  sets: await api.ctx.db.$count(gallerySets),
  media: await api.ctx.db.$count(media),
  files: (await readdir(join(api.ctx.env.dataDir, 'media')).catch(() => [])).length,
});

describe('adding a photo set', () => {
  test('to a full disk is answered with 503 and keeps nothing', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const put = vi.spyOn(api.ctx.storage, 'put').mockRejectedValue(full);
    const { status, body, headers } = await add();
    put.mockRestore();
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
    expect(await kept()).toEqual({ sets: 0, media: 0, files: 0 });
  });

  test('sent twice under one key adds it once; other words under it are refused', async () => {
    const once = (fields: object) =>
      api.send('POST /api/admin/gallery/add', {
        body: form({ ...words, ...fields }, { image: [file(image)] }),
        token,
        headers: { 'idempotency-key': 'set' },
      });
    const [first, second] = [await once({}), await once({})];
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await once({ title: 'Başka' })).body.code).toBe('idempotency_mismatch');
    expect((await kept()).sets).toBe(1);
    await api.ctx.db.delete(gallerySets);
  });

  test('keeps its pictures in the order sent, with their alternative texts', async () => {
    const pictures = [file(await picture('png', 10, 10)), file(await picture('png', 20, 10)), file(image)];
    const { status, body } = await add({ ...words, alt: ['Boyalı eller', '', 'Kırmızı  ip\u200b '] }, pictures);
    expect([status, body.message]).toEqual([201, '✅ Görseller başarıyla yüklendi.']);
    expect(body).toMatchObject(words);
    expect(body.gallery_images.map(({ image_url }) => image_url.split('_')[1])).toEqual([
      '10x10.webp',
      '20x10.webp',
      '64x48.webp',
    ]);
    expect(body.gallery_images.map(({ alt }) => alt)).toEqual(['Boyalı eller', '', 'Kırmızı ip']);
    const { body: listed } = await api.send('GET /api/gallery');
    expect(listed[0]).toEqual({ id: body.id, ...words, gallery_images: body.gallery_images });
  });

  test('keeps the point of each picture that stays visible, until another one is chosen', async () => {
    const { body: set } = await add({ ...words, focus: ['50,20', '50,50'] }, [file(image), file(image)]);
    const points = (urls: { image_url: string }[]) => urls.map(({ image_url }) => image_url.split('.webp')[1]);
    expect(points(set.gallery_images)).toEqual(['#50,20', '']);
    const edit = async (fields: object) => {
      const body = { ...words, picture: set.gallery_images.map(({ id }) => id), ...fields };
      return (await api.send('PUT /api/admin/gallery/update/:id', { token, params: { id: set.id }, body })).body;
    };
    expect(points((await edit({})).gallery_images)).toEqual(['#50,20', '']);
    expect(points((await edit({ focus: ['50,50', '0,103'] })).gallery_images)).toEqual(['', '#0,100']);
    expect((await edit({ focus: ['50', 'x'] })).code).toBe('invalid');
  });

  test('lists it before the sets of the same day that were added earlier', async () => {
    const [first, second] = [await add(), await add()];
    const { body: listed } = await api.send('GET /api/gallery');
    expect(listed.slice(0, 2).map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
  });

  test('writes an audit entry and marks the site as unpublished', async () => {
    const { body } = await add();
    expect(await readAudit(api, body.id)).toMatchObject([{ actor_id: adminId, action: 'add', entity: 'gallery_set' }]);
    expect(await readContentChanges(api, body.id)).toMatchObject([{ room: 'gallery' }]);
  });

  test.each([
    ['no picture', words, 0],
    ['eight pictures', words, 8],
    ['a blank title', { ...words, title: ' \u200b ' }, 1],
    ['no description', { ...words, description: '' }, 1],
    ['no date', { ...words, date: '' }, 1],
    ['a day that does not exist', { ...words, date: '2026-02-30' }, 1],
    ['a category nobody offers', { ...words, category: 'Diğer' }, 1],
  ])('is refused with %s', async (_, fields, count) => {
    const before = await kept();
    const { status, body } = await add(
      fields,
      Array.from({ length: count }, () => file(image)),
    );
    expect([status, body.code, body.message]).toEqual([422, 'invalid', galleryRefusal]);
    expect(await kept()).toEqual(before);
  });

  test('is refused as a whole when the third of seven pictures cannot be read', async () => {
    const before = await kept();
    const files = [0, 1, 2, 3, 4, 5, 6].map((index) => file(index === 2 ? heic() : image));
    const { status, body } = await add(words, files);
    expect([status, body.code]).toEqual([422, 'bad_image']);
    expect(await kept()).toEqual(before);
  });

  test('is refused with 413 when a picture is over 10 MB', async () => {
    const before = await kept();
    const { status, body } = await add(words, [file(image), file(Buffer.alloc(10 * 1024 * 1024 + 1))]);
    expect([status, body.code]).toEqual([413, 'too_large']);
    expect(await kept()).toEqual(before);
  });

  test('accepts seven pictures, and no JSON', async () => {
    const seven = Array.from({ length: 7 }, () => file(image));
    expect((await add(words, seven)).body.gallery_images).toHaveLength(7);
    expect((await api.send('POST /api/admin/gallery/add', { body: words, token })).status).toBe(415);
  });

  test('answers 400 to a form that breaks off in the middle, and leaves nothing', async () => {
    const before = await kept();
    const whole = new Response(form(words, { image: file(image) }));
    const type = whole.headers.get('content-type') as string;
    const bytes = await whole.arrayBuffer();
    const response = await api.app.request('http://site.test/api/admin/gallery/add', {
      method: 'POST',
      body: bytes.slice(0, bytes.byteLength / 2),
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(400);
    expect(await kept()).toEqual(before);
  });
});

describe('editing a photo set', () => {
  const edit = (id: string, fields: Record<string, string | string[]>, files: File[] = []) =>
    api.send('PUT /api/admin/gallery/update/:id', {
      params: { id },
      body: form({ ...words, ...fields }, { image: files }),
      token,
    });
  const three = async () => {
    const { body } = await add({ ...words, alt: ['bir', 'iki', 'üç'] }, [file(image), file(image), file(image)]);
    return { ...body, ids: body.gallery_images.map(({ id }) => id) };
  };

  test('changes its texts, removes, adds and reorders pictures', async () => {
    const { id, ids } = await three();
    const fields = { title: 'Yaz şenliği', picture: [ids[2] ?? '', 'new', ids[0] ?? ''], alt: ['üç', 'yeni', 'ilk'] };
    const { status, body } = await edit(id, fields, [file(await picture('png', 30, 10))]);
    expect([status, body.title]).toEqual([200, 'Yaz şenliği']);
    expect(body.gallery_images.map(({ alt }) => alt)).toEqual(['üç', 'yeni', 'ilk']);
    expect(body.gallery_images.map((shown) => shown.id === ids[2] || shown.id === ids[0])).toEqual([true, false, true]);
    const { body: listed } = await api.send('GET /api/gallery');
    expect(listed.find((set) => set.id === id)?.gallery_images).toEqual(body.gallery_images);
    const change = { actor_id: adminId, action: 'update', after: { title: 'Yaz şenliği' } };
    expect(await readAudit(api, id)).toMatchObject([{ action: 'add' }, change]);
    expect(await readContentChanges(api, id)).toMatchObject([{ room: 'gallery' }, { room: 'gallery' }]);
  });

  test('without alternative texts keeps those of the pictures that stay; blank ones empty them', async () => {
    const { id, ids } = await three();
    const alts = async (fields: Record<string, string[]>) =>
      (await edit(id, fields)).body.gallery_images.map(({ alt }) => alt);
    expect(await alts({ picture: [...ids].reverse() })).toEqual(['üç', 'iki', 'bir']);
    expect(await alts({ picture: ids, alt: ['ilk', ''] })).toEqual(['ilk', '', 'üç']);
  });

  test('is refused with a conflict and the stored set when another admin saved it meanwhile', async () => {
    const { id, ids } = await three();
    const { body: sets } = await api.send('GET /api/admin/gallery', { token });
    const version = sets.find((set) => set.id === id)?.version ?? '';
    expect((await edit(id, { picture: ids, alt: ['bir', 'iki', 'başka'] })).status).toBe(200);
    const { status, body } = await edit(id, { picture: ids, version });
    expect([status, body.code]).toEqual([409, 'edit_conflict']);
    expect(body.current).toMatchObject({ id, gallery_images: [{}, {}, { alt: 'başka' }] });
    expect((await edit(id, { picture: ids, version: (body.current as { version: string }).version })).status).toBe(200);
  });

  test('is refused without pictures, with eight, with a repeated or a foreign one, and leaves nothing', async () => {
    const [{ id, ids }, other] = [await three(), await three()];
    const before = await kept();
    const eight = Array.from({ length: 8 }, () => 'new');
    const refused: [string[], number][] = [
      [[], 0],
      [eight, 8],
      [[ids[0] ?? '', ids[0] ?? ''], 0],
      [['new'], 0],
      [[ids[0] ?? ''], 1],
    ];
    for (const [picture, count] of refused) {
      const files = Array.from({ length: count }, () => file(image));
      expect([picture, (await edit(id, { picture }, files)).status]).toEqual([picture, 422]);
    }
    for (const foreign of [other.ids[0] ?? '', crypto.randomUUID(), 'x'])
      expect((await edit(id, { picture: [foreign, 'new'] }, [file(image)])).status).toBe(404);
    expect(await kept()).toEqual(before);
    expect((await edit(crypto.randomUUID(), { picture: ids })).status).toBe(404);
  });

  test('finds sets by category and by words whatever their case and diacritics', async () => {
    await add({ ...words, title: 'Işıklı Gölge', category: 'Koçluk' });
    const found = async (query: { search?: string; category?: 'Koçluk' | 'Danışmanlık' }) =>
      (await api.send('GET /api/admin/gallery', { query, token })).body.map(({ title }) => title);
    expect(await found({ search: 'GOLGE isikli' })).toEqual(['Işıklı Gölge']);
    expect(await found({ category: 'Koçluk' })).toEqual(['Işıklı Gölge']);
    expect(await found({ category: 'Danışmanlık' })).toEqual([]);
  });
});
