import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { activationLinks, users } from '../../src/api/account/account.tables.ts';
import { ensureAdmin } from '../../src/api/account/firstAdmin.service.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { readEnv } from '../../src/api/env.ts';
import { createContext } from '../../src/api/openContext.ts';
import { readSetup, saveLegalCheck, saveMailTest } from '../../src/api/setup/setup.service.ts';
import { demoData } from '../../src/demo/demoData.ts';
import { seedDatabase, startWithoutSamples } from '../../src/demo/seed.ts';
import { enquiry } from '../load/enquiry.ts';
import { tempFolder } from './cleanup.ts';
import { openTestApi } from './harness.ts';

const art = async (name: string) => `/media/${Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32)}_9x9.webp`;

test('two processes that start together on an empty database seed it once', async () => {
  const { ctx } = await openTestApi();
  await Promise.all([seedDatabase(ctx, demoData, art), seedDatabase(ctx, demoData, art)]);
  expect(await ctx.db.$count(products)).toBe(demoData.products.length);
  expect(await ctx.db.$count(blogs)).toBe(demoData.blogs.length);
});

test('two processes that start together create one admin, whose password one of them prints', async () => {
  const { ctx, send } = await openTestApi();
  const made = (await Promise.all([ensureAdmin(ctx), ensureAdmin(ctx)])).filter(Boolean);
  expect(made).toHaveLength(1);
  expect(await ctx.db.$count(users)).toBe(1);
  expect((await send('POST /api/login', { body: made[0] })).body.user.role).toBe('admin');
});

test('a start that would make a key of its own for rows encrypted with another one is refused', async () => {
  const { ctx, send } = await openTestApi();
  const DATA_DIR = tempFolder('no-key');
  const start = (environment: Record<string, string>) =>
    createContext(readEnv({ LOG_LEVEL: 'silent', ...environment }), ctx.connection, pino({ level: 'silent' }));
  expect((await send('POST /api/consulting-create-messages', { body: enquiry })).status).toBe(201);

  // Twice: a refused start leaves no key that the next one would take for its own.
  for (const _ of [1, 2]) await expect(start({ DATA_DIR })).rejects.toThrow('encrypted with a key that is not here');
  await start({ DATA_DIR: ctx.env.dataDir });
  // Whoever has lost the key makes a new one.
  await start({ DATA_DIR, ENCRYPTION_KEY: randomBytes(32).toString('hex') });
});

test('a start on a database that a newer version migrated is refused, and so is a command', async () => {
  const { ctx } = await openTestApi();
  const open = (asItIs: boolean) => createContext(ctx.env, ctx.connection, ctx.log, ctx.clock, asItIs);
  await open(true);
  await ctx.db.execute(
    sql`insert into app.migrations (hash, created_at) select 'newer', max(created_at) + 1 from app.migrations`,
  );
  for (const asItIs of [false, true]) await expect(open(asItIs)).rejects.toThrow('of a newer version of the product');
});

test('two steps of the setup that are noted at once are both kept', async () => {
  const { ctx, signUp } = await openTestApi({ SMTP_URL: 'smtp://localhost:9' });
  const { id } = await signUp({ role: 'admin' });
  for (const checked of [true, false, true, false, true]) {
    await Promise.all([saveLegalCheck(ctx, id, checked), saveMailTest(ctx, id, checked)]);
    const { legal, mail } = await readSetup(ctx);
    expect([legal.done, mail.done]).toEqual([checked, checked]);
  }
});

test.each([['1'], ['admin'], ['12345678'], ['a'.repeat(129)]])('ADMIN_PASSWORD «%s» makes no admin', async (word) => {
  const { ctx } = await openTestApi({ ADMIN_EMAIL: 'yonetici@ornek.com', ADMIN_PASSWORD: word });
  await expect(ensureAdmin(ctx)).rejects.toThrow('ADMIN_PASSWORD must have 8 to 128 characters');
  expect(await ctx.db.$count(users)).toBe(0);
});

test('a registration that nobody activated does not keep ADMIN_EMAIL from becoming the first admin', async () => {
  const account = { ADMIN_EMAIL: 'sahip@ornek.com', ADMIN_PASSWORD: 'uzun ve kimsenin bilmediği' };
  const { ctx, send } = await openTestApi(account);
  const body = { name: 'Yabancı', surname: 'Biri', email: account.ADMIN_EMAIL, password: 'bir yabancının sözü' };
  await send('POST /api/register', { body });
  await ensureAdmin(ctx);
  const signIn = (password: string) => send('POST /api/login', { body: { email: account.ADMIN_EMAIL, password } });
  expect((await signIn(body.password)).status).toBe(401);
  expect((await signIn(account.ADMIN_PASSWORD)).body.user).toMatchObject({ role: 'admin', name: 'Site' });
  expect(await ctx.db.$count(activationLinks)).toBe(0);
});

test('an erased ADMIN_EMAIL does not come back with its password', async () => {
  const account = { ADMIN_EMAIL: 'ilk@ornek.com', ADMIN_PASSWORD: 'uzun ve kimsenin bilmediği' };
  const { ctx, send, signUp } = await openTestApi(account);
  await ensureAdmin(ctx);
  const { token } = await signUp({ role: 'admin' });
  const body = { email: account.ADMIN_EMAIL };
  expect((await send('POST /api/admin/people/erase', { token, body })).status).toBe(200);
  await ensureAdmin(ctx);
  expect(await ctx.db.$count(users, eq(users.email, account.ADMIN_EMAIL))).toBe(0);
});

test('a new database started without samples shows neutral words, one with accounts keeps what it shows', async () => {
  const { ctx, send, signUp } = await openTestApi();
  await startWithoutSamples(ctx);
  expect((await send('GET /api/site')).body).toMatchObject({ sample_words: false, email: '', address: '', social: [] });

  const old = await openTestApi();
  await old.signUp({ role: 'admin' });
  await startWithoutSamples(old.ctx);
  expect((await old.send('GET /api/site')).body.sample_words).toBe(true);

  const { token } = await signUp({ role: 'admin' });
  const { body: opened } = await send('GET /api/site');
  const refused = await send('PUT /api/admin/site', { token, body: opened });
  const required = ['address', 'city', 'email', 'legal_name', 'phone', 'tax_line'];
  expect([refused.status, Object.keys(refused.body.fields ?? {}).sort()]).toEqual([422, required]);
});
