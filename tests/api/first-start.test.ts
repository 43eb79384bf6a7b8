import { expect, test } from 'vitest';
import { seedWorld } from '../../scripts/seed.ts';
import { users } from '../../src/api/account/account.tables.ts';
import { ensureAdmin } from '../../src/api/account/admin.service.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { world } from '../fixtures/world.ts';
import { openTestApi } from './harness.ts';

const art = async (name: string) => `/media/${Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32)}_9x9.webp`;

test('two processes that start together on an empty database fill it once', async () => {
  const { platform } = await openTestApi();
  await Promise.all([seedWorld(platform, world, art), seedWorld(platform, world, art)]);
  expect(await platform.db.$count(products)).toBe(world.products.length);
  expect(await platform.db.$count(blogs)).toBe(world.blogs.length);
});

test('and make one admin, whose password one of them alone has to print', async () => {
  const { platform, send } = await openTestApi();
  const made = (await Promise.all([ensureAdmin(platform), ensureAdmin(platform)])).filter(Boolean);
  expect(made).toHaveLength(1);
  expect(await platform.db.$count(users)).toBe(1);
  expect((await send('POST /api/login', { body: made[0] })).body.user.role).toBe('admin');
});
