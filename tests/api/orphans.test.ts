import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { content } from '../../src/api/content/content.tables.ts';
import { contentPictures } from '../../src/api/content/contentPictures.service.ts';
import { media } from '../../src/api/storage/media.tables.ts';
import { deleteOrphanedPictures } from '../../src/api/storage/orphans.service.ts';
import { storePicture } from '../../src/api/storage/pictures.ts';
import { dayMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';
import { picture } from './pictures.corpus.ts';

const api = await openTestApi();

test('an unused picture is deleted after a day, once a newer release is served', async () => {
  const { db, storage, clock } = api.ctx;
  const shown = await storePicture(db, storage, await picture('png'));
  const lost = await storePicture(db, storage, await picture('png'));
  const again = await storePicture(db, storage, await picture('png'));
  const before = clock();
  const collect = (named: string[], released?: Date) => deleteOrphanedPictures(api.ctx, named, released);

  expect(await collect([shown])).toBe(0);
  api.advance(dayMs + 1000);
  expect(await collect([shown, again], before)).toBe(0);
  expect(await collect([shown], clock())).toBe(1);
  expect(await collect([shown], clock())).toBe(0);

  const names = (await db.select().from(media)).map(({ name }) => name);
  expect(names).toHaveLength(2);
  const files = await readdir(join(api.ctx.env.dataDir, 'media'));
  expect(files.some((file) => lost.includes(file.slice(0, 32)))).toBe(false);
  expect(files.some((file) => again.includes(file.slice(0, 32)))).toBe(true);
});

test('an unused picture is deleted after thirty days where no release is made', async () => {
  const { db } = api.ctx;
  const count = await db.$count(media);
  await deleteOrphanedPictures(api.ctx, []);
  api.advance(29 * dayMs);
  expect(await deleteOrphanedPictures(api.ctx, [])).toBe(0);
  api.advance(2 * dayMs);
  expect(await deleteOrphanedPictures(api.ctx, [])).toBe(count);
});

// Looking for a whole address at each letter takes a minute for as many letters.
test('pictures of words are found beside a long text without a blank', { timeout: 30_000 }, async () => {
  const { db, clock } = api.ctx;
  const key = `${'0'.repeat(32)}_960x540`;
  const data = { body: 'a'.repeat(20_000), image: `https://pictures.ornek.com/${key}.webp#50,0` };
  await db.insert(content).values({ name: 'home', revision: 1, data, schema_version: 1, created_at: clock() });
  expect(await contentPictures(db)).toEqual([key]);
});
