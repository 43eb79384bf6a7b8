import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../src/api/db/folder.ts';
import { copyDatabaseImage } from '../../src/api/db/image.ts';
import { media } from '../../src/api/storage/media.tables.ts';
import { tempFolder } from '../api/cleanup.ts';
import { file, form } from '../api/formData.ts';
import { picture } from '../api/pictures.corpus.ts';
import { withContext } from '../load/context.ts';
import { countRounds, createRandom } from '../load/longRun.ts';
import { freePort } from '../load/ports.ts';
import { collectOutput, finish, spawnScript, startApi, unoptimised } from '../load/processes.ts';
import { adminEnvironment, signIn } from './admin.ts';

const rounds = countRounds(1);
const random = createRandom();
const folder = tempFolder('faults');
const environment = {
  DATA_DIR: join(folder, 'data'),
  ...adminEnvironment,
};

test('a first start that was killed does not disturb the next one', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const DATA_DIR = join(folder, `first-${round}`);
    const child = spawnScript('start', ['--api'], { PORT: String(await freePort()), SEED: 'none', DATA_DIR });
    const exited = once(child, 'exit');
    await sleep(400 + random() * 2000);
    child.kill('SIGKILL');
    await exited;
    const api = await startApi({ ...environment, DATA_DIR });
    expect((await fetch(`${api.origin}/readyz`)).status).toBe(200);
    // `--api` serves no pages.
    expect((await fetch(`${api.origin}/`)).status).toBe(404);
    expect(await signIn(api)).toBeTruthy();
    await api.kill();
  }
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a start ended by ${signal} while it prepares the sample content prints no error and releases the data`, async () => {
    const DATA_DIR = join(folder, `samples-${signal}`);
    const start = { PORT: String(await freePort()), SEED: 'demo', LOG_LEVEL: 'error', DATA_DIR };
    const child = spawnScript('start', ['--api'], start, { detached: true });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const closed = once(child, 'close');
    const countPictures = () =>
      readdir(join(DATA_DIR, 'media')).then(
        ({ length }) => length,
        () => 0,
      );
    await expect.poll(countPictures, { timeout: 120_000 }).toBeGreaterThan(0);
    // Control-C reaches the whole process group, kill -9 only the process it names.
    if (signal === 'SIGTERM') process.kill(-(child.pid as number), signal);
    else child.kill(signal);
    expect(await closed).toEqual(signal === 'SIGTERM' ? [0, null] : [null, signal]);
    expect(errors).toBe('');
    const api = await startApi({ ...environment, DATA_DIR });
    expect((await fetch(`${api.origin}/readyz`)).status).toBe(200);
    await api.stop();
  });
}

test('a database that cannot write its log ends its process, which would answer nothing any more', async () => {
  const DATA_DIR = join(folder, 'panic');
  makeFolder(DATA_DIR);
  await copyDatabaseImage(join(DATA_DIR, 'db'));
  const code = `
    import { renameSync } from 'node:fs';
    const { openEmbedded } = await import(${JSON.stringify(new URL('../../src/api/db/embedded.ts', import.meta.url))});
    const { db } = await openEmbedded(${JSON.stringify(DATA_DIR)});
    renameSync(${JSON.stringify(join(DATA_DIR, 'db/pg_wal'))}, ${JSON.stringify(join(DATA_DIR, 'away'))});
    await db.execute('select pg_switch_wal()');
    await db.transaction((tx) => tx.execute('create table notes ()'));`;
  const args = [unoptimised, '--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
  expect(await finish(child)).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The database stopped, the next start recovers it: could not create file "pg_wal.*\n$/,
    ),
  });
});

describe('a running process', () => {
  let image: Buffer;
  beforeAll(async () => {
    image = await picture('jpeg', 1200, 800);
  });

  test('a process killed while it stores pictures loses no acknowledged photo set and no file of one', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const api = await startApi(environment);
      const token = await signIn(api);
      let alive = true;
      const sender = (async () => {
        while (alive) {
          const fields = { title: 'Gün', description: 'Bir gün.', date: '2026-04-12', category: 'Koçluk' };
          const body = form(fields, { image: [file(image), file(image)] });
          const headers = { authorization: `Bearer ${token}` };
          // Every call fails once the process is gone.
          await fetch(`${api.origin}/api/admin/gallery/add`, { method: 'POST', headers, body }).then(
            async (response) => {
              if (response.status === 201) acknowledged.push(((await response.json()) as { id: string }).id);
            },
            () => {},
          );
        }
      })();
      const before = acknowledged.length;
      await expect
        .poll(() => acknowledged.length, { timeout: 60_000, interval: 20, message: 'photo sets acknowledged' })
        .toBeGreaterThan(before);
      await sleep(random() * 400);
      await api.kill();
      alive = false;
      await sender;
    }
    const api = await startApi(environment);
    const sets = (await (await fetch(`${api.origin}/api/gallery`)).json()) as {
      id: string;
      gallery_images: { image_url: string }[];
    }[];
    expect(sets.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    for (const { image_url } of sets.flatMap((set) => set.gallery_images)) {
      expect((await fetch(`${api.origin}${image_url}`)).status).toBe(200);
    }
    await api.kill();
    // Every stored file has a row, by which the clean-up job finds incomplete pictures.
    const stored = await withContext(environment, ({ db }) => db.select().from(media));
    const rows = new Set(stored.map(({ name }) => name));
    const files = await readdir(join(environment.DATA_DIR, 'media'));
    expect(files.filter((name) => !rows.has(name.replace(/(?:-\d+)?\.\w+$/, '')))).toEqual([]);
  });

  test('a process releases port and data when the npm that started it receives SIGTERM', async () => {
    const DATA_DIR = join(folder, 'npm');
    const PORT = String(await freePort());
    const npm = spawn('npm', ['run', 'api'], {
      env: { PATH: process.env.PATH, HOME: folder, PORT, DATA_DIR, SEED: 'none', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = collectOutput(npm);
    await expect.poll(output, { timeout: 60_000 }).toMatch(/^Ready/m);
    npm.kill('SIGTERM');
    await expect
      .poll(() => fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => 'gone'), { timeout: 20_000 })
      .toBe('gone');
    await (await startApi({ ...environment, DATA_DIR })).stop();
  });

  test('a process that receives SIGTERM answers running requests, accepts no new ones, and ends', async () => {
    const api = await startApi(environment);
    const body = JSON.stringify({ email: 'kimse@ornek.com', password: 'yanlis-bir-sifre' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
    const sending = request(`${api.origin}/api/login`, { method: 'POST', headers });
    sending.flushHeaders();
    // Told to go on: the request runs.
    await once(sending, 'continue');
    const answered = once(sending, 'response').then(([response]) => response.resume().statusCode);
    const stopped = api.stop();
    await expect
      .poll(() => fetch(`${api.origin}/healthz`).catch(() => 'gone'), { timeout: 8000, message: 'new requests' })
      .toBe('gone');
    sending.end(body);
    expect(await answered).toBe(401);
    await stopped;
  });
});
