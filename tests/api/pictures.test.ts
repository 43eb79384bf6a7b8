import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { media } from '../../src/api/storage/media.tables.ts';
import { deleteOrphanedPictures } from '../../src/api/storage/orphans.service.ts';
import { deletePictures, storePicture, withStoredPictures } from '../../src/api/storage/pictures.ts';
import { pictureFiles, readPicture } from '../../src/shared/pictures.ts';
import { dayMs } from '../../src/shared/time.ts';
import { file, form } from './formData.ts';
import { openTestApi } from './harness.ts';
import { bomb, heic, moving, picture, refused, sideways } from './pictures.corpus.ts';

const api = await openTestApi();

const files = () => readdir(join(api.ctx.env.dataDir, 'media')).catch(() => [] as string[]);
const keep = (data: Buffer) => storePicture(api.ctx.db, api.ctx.storage, data);
const read = (url: string) => api.ctx.storage.get(url.slice('/media/'.length)) as Promise<Buffer>;

beforeEach(async () => {
  for (const name of await files()) await api.ctx.storage.remove(name);
  await api.ctx.db.delete(media);
});

describe('a stored picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('may be a %s, told by its content', async (kind) => {
    const url = await keep(await picture(kind));
    expect(url).toMatch(/^\/media\/[0-9a-f]{32}_64x48\.webp$/);
    expect((await sharp(await read(url)).metadata()).format).toBe('webp');
  });

  test('has every file that its address names, and no other', async () => {
    const url = await keep(await picture('png', 1500, 1000));
    expect(readPicture(url)).toMatchObject({ width: 1440, height: 960 });
    expect((await files()).sort()).toEqual([...new Set(pictureFiles(url))].sort());
    const response = await api.app.request(`http://site.test${url}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  test('is rotated upright and carries no metadata of camera, owner or place', async () => {
    const source = await sideways();
    expect((await sharp(source).metadata()).exif?.toString('latin1')).toContain('Telefon');
    const url = await keep(source);
    expect(readPicture(url)).toMatchObject({ width: 40, height: 60 });
    for (const name of await files()) {
      const data = (await api.ctx.storage.get(name)) as Buffer;
      const { exif, xmp, iptc, orientation } = await sharp(data).metadata();
      expect({ exif, xmp, iptc, orientation }).toEqual({});
      expect(data.toString('latin1')).not.toMatch(/Telefon|Deniz|GPS/);
    }
  });

  test('loses data appended after its pixels', async () => {
    const polyglot = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script><?php evil() ?>')]);
    const url = await keep(polyglot);
    expect((await read(url)).toString('latin1')).not.toMatch(/script|php/);
  });

  test('is the first frame of an animated one', async () => {
    const url = await keep(await moving());
    const { data } = await sharp(await read(url))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    expect(data[2]).toBeLessThan(60);
    expect((await sharp(await read(url)).metadata()).pages ?? 1).toBe(1);
  });

  test('may be very narrow, grey, CMYK or a single pixel', async () => {
    expect(readPicture(await keep(await picture('png', 60, 20_000)))?.height).toBeLessThanOrEqual(4320);
    const source = sharp(await picture('png'));
    await keep(await source.clone().toColourspace('b-w').png().toBuffer());
    await keep(await source.clone().toColourspace('cmyk').jpeg().toBuffer());
    await keep(await source.clone().toColourspace('rgb16').png().toBuffer());
    await keep(await picture('jpeg', 1, 1));
    expect(await api.ctx.db.$count(media)).toBe(5);
  });
});

describe('a file that is no picture', () => {
  test('is refused with bad_image, whatever name and type it claims, and leaves nothing', async () => {
    for (const [name, data] of await refused()) {
      await expect(keep(data), name).rejects.toMatchObject({ code: 'bad_image' });
    }
    expect(await files()).toEqual([]);
    expect(await api.ctx.db.$count(media)).toBe(0);
  });

  test('gets another message than a HEIC photograph, which gets advice', async () => {
    await expect(keep(heic())).rejects.toMatchObject({ details: { message: expect.stringContaining('HEIC') } });
  });

  test('may be one with too many pixels or bytes', async () => {
    await expect(keep(await bomb())).rejects.toMatchObject({ code: 'bad_image' });
    await expect(keep(Buffer.alloc(10 * 1024 * 1024 + 1))).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('several pictures', () => {
  test('are stored together or not at all', async () => {
    const good = file(await picture());
    const three = [good, good, file(heic())];
    await expect(withStoredPictures(api.ctx, three, async () => 'kept')).rejects.toMatchObject({ code: 'bad_image' });
    expect([await files(), await api.ctx.db.$count(media)]).toEqual([[], 0]);
  });

  test('are removed when the mutation that uses them fails', async () => {
    const work = async () => {
      throw new Error('database says no');
    };
    await expect(withStoredPictures(api.ctx, [file(await picture())], work)).rejects.toThrow('database says no');
    expect([await files(), await api.ctx.db.$count(media)]).toEqual([[], 0]);
  });

  test('get random names that never repeat', async () => {
    const same = await picture();
    const [one, two] = [await keep(same), await keep(same)];
    expect(one).not.toBe(two);
    await deletePictures(api.ctx, [one]);
    expect((await files()).every((name) => two.includes(name.slice(0, 32)))).toBe(true);
  });
});

test('a picture uploaded for a text waits thirty days for it, then goes; a used one stays', async () => {
  const { token } = await api.signUp({ role: 'admin', email: 'yazan@ornek.com' });
  const upload = async () => {
    const body = form({}, { image: file(await picture()) });
    return (await api.send('POST /api/admin/pictures', { token, body })).body.image_url;
  };
  const [used, lost] = [await upload(), await upload()];
  expect((await api.send('POST /api/admin/pictures', { token, body: form({}) })).status).toBe(422);
  const collect = () => deleteOrphanedPictures(api.ctx, [used], api.ctx.clock());
  await collect();
  api.advance(29 * dayMs);
  expect(await collect()).toBe(0);
  api.advance(2 * dayMs + 1000);
  expect(await collect()).toBe(1);
  expect(await read(used)).toBeDefined();
  expect(await read(lost)).toBeUndefined();
});
