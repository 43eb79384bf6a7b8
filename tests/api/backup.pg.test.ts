import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { createApp } from '../../src/api/app.ts';
import { type WriteLine, dumpDatabase as writeRows } from '../../src/api/backup/databaseDump.ts';
import { BackupError, keyPathOf } from '../../src/api/backup/readBackup.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { connectToRunningProcess, openControlSockets } from '../../src/api/controlSocket.ts';
import { type Connection, migrationOptions } from '../../src/api/db/connection.ts';
import { openEmbedded } from '../../src/api/db/embedded.ts';
import { openPostgres } from '../../src/api/db/postgres.ts';
import { findChangedDocuments } from '../../src/api/documents/verify.service.ts';
import { keyFile } from '../../src/api/encryption/encryptionKeys.ts';
import type { Env } from '../../src/api/env.ts';
import type { OpenContext } from '../../src/api/openContext.ts';
import { payments, refunds } from '../../src/api/payments/payments.tables.ts';
import { recordContentChange } from '../../src/api/publish/contentLog.service.ts';
import { releases } from '../../src/api/publish/publish.tables.ts';
import { storePicture } from '../../src/api/storage/pictures.ts';
import { cartLine } from '../load/cartLines.ts';
import { enquiry } from '../load/enquiry.ts';
import { emptyMachine, refusal, restore, running, saveBackup } from './backups.ts';
import { tempFolder } from './cleanup.ts';
import { dumpDatabase } from './dump.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { picture } from './pictures.corpus.ts';
import { addPost, createTestUsers } from './samples.ts';
import { addProduct, checkout } from './shop.ts';

const folder = tempFolder('backup');
/** A text with everything that a format could fail to escape. */
const odd = 'Satır\u2028sonu\u2029 "tırnak" \\n \\N \t [1,2] {"end":{}} İıŞ 😀';

let api: TestApi;
let admin: string;
let adminId: string;
let count = 0;
const fresh = (name: string) => {
  count += 1;
  return join(folder, `${name}-${count}`);
};

/** Makes a backup; returns its folder and what was printed. */
async function backup(dump?: (write: WriteLine) => Promise<void>) {
  const target = fresh('backup');
  return { target, saved: await saveBackup(api.ctx, target, dump) };
}

/** Rows of the saved tables in a stable order, without the list of migrations, whose times differ. */
const sorted = (dump: string) =>
  dump
    .split(/\n(?=app\.|drizzle\.)/)
    .filter((table) => !/^app\.(?:migrations|sessions|reset_codes|activation_links|rate_limits)(?:\n|$)/.test(table))
    .flatMap((table) => table.split('\n'))
    .sort();

/** The replies to the calls that show the most. */
async function answers(app: TestApi['app'], token = admin): Promise<string[]> {
  const paths = [
    '/api/products',
    '/api/blogs',
    '/api/admin/orders',
    '/api/consulting-messages',
    '/api/admin/get-users',
  ];
  const headers = { authorization: `Bearer ${token}` };
  return Promise.all(paths.map(async (path) => (await app.request(`http://site.test${path}`, { headers })).text()));
}

/** The same of a restored installation, where the admin signs in again: sessions are not restored. */
async function restoredAnswers(ctx: OpenContext): Promise<string[]> {
  const app = createApp(ctx);
  expect((await app.request('http://site.test/api/me', { headers: { authorization: `Bearer ${admin}` } })).status).toBe(
    401,
  );
  return answers(app, await openSession(ctx.db, adminId, 'test', ctx.clock()));
}

/** Two releases as publishing leaves them: unchanged files are hard links. */
function addReleases(dataDir: string): void {
  const at = join(dataDir, 'releases');
  for (const name of ['2026-a', '2026-b']) {
    mkdirSync(join(at, name, 'blog'), { recursive: true });
    writeFileSync(join(at, name, 'index.html'), `<p>${name}`);
    const files = { 'index.html': ['h', 9, 0], 'blog/ilk.html': ['h', 9, 2] };
    writeFileSync(join(at, `${name}.json`), JSON.stringify({ code: 'c', shared: 's', files, pages: {} }));
  }
  for (const [file, text] of [
    ['blog/ilk.html', 'ilk yazı'],
    ['blog/ilk.html.br', 'xx'],
  ] as const) {
    writeFileSync(join(at, '2026-a', file), text);
    linkSync(join(at, '2026-a', file), join(at, '2026-b', file));
  }
}

beforeAll(async () => {
  api = await openTestApi();
  const testUsers = await createTestUsers(api);
  admin = testUsers.admin.token;
  adminId = testUsers.admin.id;
  const { ctx, send } = api;
  const image_url = await storePicture(ctx.db, ctx.storage, await picture('jpeg', 700, 500));
  await addPost(testUsers, { title: odd, content: `<p>${odd}</p>`, image_url });
  const { token } = await testUsers.customer();
  const bought = await checkout(api, token, [cartLine(await addProduct(ctx))], { 'idempotency-key': 'bir' });
  expect(bought.status).toBe(201);
  expect((await send('POST /api/consulting-create-messages', { body: enquiry })).status).toBe(201);
  addReleases(ctx.env.dataDir);
  for (const name of ['2026-a', '2026-b', '2026-away']) {
    const state = name === '2026-b' ? 'live' : 'old';
    await ctx.db.insert(releases).values({ name, state, change_id: 1, code: 'c' });
  }
});

describe('a backup', () => {
  test('restored into an empty installation gives the same rows, files and replies', async () => {
    const { target, saved } = await backup();
    expect(saved).toMatchObject({ pictures: 1, releases: 2, missing: [] });
    const env = await emptyMachine();
    await restore(target, env);
    await running(env, async (ctx) => {
      expect(sorted(await dumpDatabase(ctx))).toEqual(sorted(await dumpDatabase(api.ctx)));
      const restored = await restoredAnswers(ctx);
      expect(restored).toEqual(await answers(api.app));
      expect(restored.join()).toContain('Merhaba');
      expect(await findChangedDocuments(ctx)).toEqual({ count: 2, problems: [] });
      // Sequences continue after the restored rows.
      await recordContentChange(ctx.db, 'blog');
    });
    const from = api.ctx.env.dataDir;
    for (const part of ['media', 'releases']) {
      const names = (readdirSync(join(from, part), { recursive: true }) as string[]).sort();
      expect((readdirSync(join(env.dataDir, part), { recursive: true }) as string[]).sort()).toEqual(names);
      for (const name of names.filter((item) => statSync(join(from, part, item)).isFile())) {
        expect(readFileSync(join(env.dataDir, part, name)), name).toEqual(readFileSync(join(from, part, name)));
      }
    }
    if (!env.databaseUrl) expect(statSync(join(env.dataDir, 'db')).mode & 0o777).toBe(0o700);
    // Files that two releases share are hard links again.
    const [a, b] = ['2026-a', '2026-b'].map((name) => statSync(join(env.dataDir, 'releases', name, 'blog/ilk.html')));
    expect([a?.ino, a?.mode.toString(8)]).toEqual([b?.ino, '100644']);
    expect(existsSync(join(env.dataDir, '.restoring'))).toBe(false);
  });

  test('restored asks the card service before it pays back what may have been paid back since', async () => {
    const { db } = api.ctx;
    const booked = (provider: 'paytr' | null) => {
      const code = provider ? 'KARTKART' : 'HAVALEHA';
      const paid = {
        code,
        amount_kurus: 100,
        charged_kurus: 100,
        method: 'manual' as const,
        received_on: '2026-01-05',
      };
      const asked = { code, amount_kurus: 100, reason: '', reduces_paid: true, due_at: new Date() };
      return { paid: { ...paid, provider, external_ref: code }, asked };
    };
    const all = [booked('paytr'), booked(null)];
    await db.insert(payments).values(all.map(({ paid }) => paid));
    await db.insert(refunds).values(all.map(({ asked }) => asked));
    const { target } = await backup();
    await db.delete(refunds);
    await db.delete(payments);
    const env = await emptyMachine();
    await restore(target, env);
    const doubted = [
      { code: 'HAVALEHA', unheard_at: null, problem: null },
      { code: 'KARTKART', unheard_at: expect.any(Date), problem: expect.stringContaining('önce kart hizmetine') },
    ];
    await running(env, async (ctx) => {
      expect(await ctx.db.select().from(refunds).orderBy(refunds.code)).toMatchObject(doubted);
      // As a restore into a server leaves them that is killed right after it loaded the rows.
      await ctx.db.update(refunds).set({ unheard_at: null, problem: null });
    });
    mkdirSync(join(env.dataDir, '.restoring/media'), { recursive: true });
    await running(env, async (ctx) => {
      expect(await ctx.db.select().from(refunds).orderBy(refunds.code)).toMatchObject(doubted);
    });
    expect(existsSync(join(env.dataDir, '.restoring'))).toBe(false);
  });

  test('shows the state of one moment, whatever is written meanwhile', async () => {
    const testUsers = await createTestUsers(api);
    let change: Promise<unknown> | undefined;
    const { target } = await backup((write) =>
      writeRows(api.ctx.db, async (row) => {
        change ??= addPost(testUsers, { title: 'Sonradan' });
        // The embedded database has one connection: there the change waits for the dump.
        if (api.ctx.connection.kind === 'postgres') await change;
        await write(row);
      }),
    );
    await change;
    const env = await emptyMachine();
    await restore(target, env);
    const blogs = await running(env, async (ctx) => (await restoredAnswers(ctx))[1]);
    expect(JSON.parse(blogs as string).map(({ title }: { title: string }) => title)).not.toContain('Sonradan');
  });

  test('is readable by its owner alone, and its key is stored beside it', async () => {
    const { target } = await backup();
    const modes = (readdirSync(target, { recursive: true }) as string[]).map(
      (name) => statSync(join(target, name)).mode & 0o077,
    );
    expect(new Set([...modes, statSync(keyPathOf(target)).mode & 0o077])).toEqual(new Set([0]));
    const key = readFileSync(keyFile(api.ctx.env.dataDir));
    expect(readFileSync(keyPathOf(target))).toEqual(key);
    const files = (readdirSync(target, { recursive: true }) as string[]).map((name) => join(target, name));
    const holds = files.filter((path) => statSync(path).isFile() && readFileSync(path).includes(key.toString().trim()));
    expect(holds).toEqual([]);
  });

  test('that could not be finished is removed', async () => {
    const broken = backup(async (write) => {
      await writeRows(api.ctx.db, async (row) => (row.startsWith('{"end"') ? undefined : write(row)));
    });
    await expect(broken).rejects.toThrow(BackupError);
    await expect(backup(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });
});

describe('a backup of a database that is not of the version on the disk', () => {
  /** A database as a version before this one left it. */
  async function earlierDatabase(): Promise<Connection> {
    const { databaseUrl } = await emptyMachine();
    const connection = await (databaseUrl ? openPostgres(databaseUrl) : openEmbedded());
    await connection.migrate(readMigrationFiles(migrationOptions).length - 1);
    return connection;
  }

  test('can be restored: it names the version of the rows, as where the code was updated before the process', async () => {
    const connection = await earlierDatabase();
    const { target } = await backup((write) => writeRows(connection.db, write)).finally(() => connection.close());
    const env = await emptyMachine();
    await restore(target, env);
    expect(await running(env, ({ db }) => db.$count(blogs))).toBe(0);
  });

  test.each([
    ['of a later version', 'f'.repeat(64)],
    ['of a process that names none', undefined],
  ])('is refused where it could not be restored: %s', async (_, schema) => {
    const refused = backup((write) =>
      writeRows(api.ctx.db, (line) => {
        const end = line.startsWith('{"end"') && JSON.parse(line);
        return write(end ? JSON.stringify({ ...end, schema }) : line);
      }),
    );
    await expect(refused).rejects.toThrow(/another version than this code/);
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });
});

describe('a restore refuses without writing anything', () => {
  let target: string;
  beforeAll(async () => {
    target = (await backup()).target;
  });

  async function refused(from: string, env: Env): Promise<string> {
    const written = () => existsSync(env.dataDir) && readdirSync(env.dataDir, { recursive: true });
    const before = written();
    const message = await refusal(from, env);
    expect(written()).toEqual(before);
    return message;
  }

  test.each([
    ['a file with a changed byte', 'media', (path: string) => change(path)],
    ['a database cut short', 'database.jsonl.gz', (path: string) => cut(path)],
    ['a file that is missing', 'releases/2026-b.json', (path: string) => rm(path)],
    ['sums that were changed', 'files.sha256', (path: string) => cut(path)],
    ['a manifest cut short', 'manifest.json', (path: string) => cut(path)],
    ['no manifest, as where the backup was killed', 'manifest.json', (path: string) => rm(path)],
  ])('%s', async (_, part, damage) => {
    const copy = fresh('copy');
    await cp(target, copy, { recursive: true });
    const path = join(copy, part);
    await damage(statSync(path).isDirectory() ? join(path, readdirSync(path)[0] as string) : path);
    expect(await refused(copy, await emptyMachine())).toMatch(/damaged|not a (complete|whole) backup/);
  });

  test('an installation that is not empty', async () => {
    const env = await emptyMachine();
    await restore(target, env);
    expect(await refused(target, env)).toMatch(/not empty/);
    if (env.databaseUrl) {
      // A database that is not empty is refused for an empty folder too.
      expect(await refused(target, { ...env, dataDir: fresh('machine') })).toMatch(/not empty \(\w+\)/);
    }
  });

  test('encrypted rows whose key is missing or another one, unless the owner knows what stays closed', async () => {
    const moved = `${target}-moved`;
    await rename(target, moved);
    const without = await emptyMachine();
    expect(await refused(moved, without)).toMatch(
      /needs its key.*--unverified.*closed: 1 enquiries, \d+ documents of orders, .*1 tickets/,
    );
    expect(await restore(moved, without, true)).toMatchObject({ enquiries: 1, tickets: 1, answers: 0 });
    expect(await running(without, ({ db }) => db.$count(blogs))).toBeGreaterThan(0);
    const other = await emptyMachine({ ENCRYPTION_KEY: 'a'.repeat(64) });
    expect(await refused(moved, other)).toMatch(/another key than that of ENCRYPTION_KEY/);
    const key = readFileSync(keyPathOf(target), 'utf8').trim();
    const env = await emptyMachine({ ENCRYPTION_KEY: `${key},${'a'.repeat(64)}` });
    await restore(moved, env);
    expect((await running(env, restoredAnswers)).join()).toContain('Merhaba');
    await rename(moved, target);
  });
});

test('a restore that was interrupted can be run again', async () => {
  const { target } = await backup();
  const env = await emptyMachine();
  for (const part of ['.restoring/db', '.db/base', 'media', 'releases/2026-a'])
    mkdirSync(join(env.dataDir, part), { recursive: true });
  await restore(target, env);
  expect(readdirSync(env.dataDir).sort()).toEqual(
    ['keys', 'media', 'releases', ...(env.databaseUrl ? [] : ['db'])].sort(),
  );
});

describe('a process that has the embedded database open', () => {
  test('gives a dump to its own user through a socket, however long the path of DATA_DIR is', async () => {
    const dataDir = join(folder, 'derin/'.repeat(30));
    const control = await openControlSockets({ ...api.ctx, env: { ...api.ctx.env, dataDir } });
    expect(statSync(join(dataDir, 'control')).mode & 0o777).toBe(0o700);
    const dump = await connectToRunningProcess(dataDir);
    const { saved } = await backup(dump);
    expect(saved).toMatchObject({ pictures: 1, releases: 2 });
    await control.close();
    expect(await connectToRunningProcess(dataDir)).toBeUndefined();
  });

  test('is not blocked by a reader that disconnects in the middle of a dump', async () => {
    const control = await openControlSockets(api.ctx);
    const dump = await connectToRunningProcess(api.ctx.env.dataDir);
    await expect(dump?.(() => Promise.reject(new Error('enough')))).rejects.toThrow('enough');
    expect((await answers(api.app))[0]).toContain('Drama');
    await control.close();
  });
});

async function change(path: string): Promise<void> {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
  writeFileSync(path, bytes);
}

async function cut(path: string): Promise<void> {
  writeFileSync(path, readFileSync(path).subarray(0, -20));
}
