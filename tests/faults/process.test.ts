import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '../../src/api/env.ts';
import { openContext } from '../../src/api/openContext.ts';
import { media } from '../../src/api/storage/media.tables.ts';
import { file, form } from '../api/formData.ts';
import { picture } from '../api/pictures.corpus.ts';
import { freePort } from '../load/ports.ts';
import { startApi } from '../load/processes.ts';
import { adminAccount, rounds, signIn } from './common.ts';

const folder = mkdtempSync(join(tmpdir(), 'practice-faults-'));
const environment = {
  DATA_DIR: join(folder, 'data'),
  ADMIN_EMAIL: adminAccount.email,
  ADMIN_PASSWORD: adminAccount.password,
};

afterAll(() => rm(folder, { recursive: true, force: true }));

test('killed at any moment of its first start, the next start finds its way', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const DATA_DIR = join(folder, `first-${round}`);
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts', '--api'], {
      env: { PATH: process.env.PATH, PORT: String(await freePort()), SEED: 'none', LOG_LEVEL: 'error', DATA_DIR },
      stdio: 'ignore',
    });
    await sleep(400 + ((round * 700) % 3000));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const api = await startApi({ ...environment, DATA_DIR });
    expect((await fetch(`${api.origin}/readyz`)).status).toBe(200);
    // The pages are somebody else's: none is about to come.
    expect((await fetch(`${api.origin}/`)).status).toBe(404);
    expect(await signIn(api)).toBeTruthy();
    await api.kill();
  }
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`ended by ${signal} while it prepares the sample content, it says no error and leaves the data free`, async () => {
    const DATA_DIR = join(folder, `samples-${signal}`);
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts', '--api'], {
      env: { PATH: process.env.PATH, PORT: String(await freePort()), SEED: 'demo', LOG_LEVEL: 'error', DATA_DIR },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    let words = '';
    child.stderr?.on('data', (chunk) => {
      words += chunk;
    });
    const closed = once(child, 'close');
    const drawn = () =>
      readdir(join(DATA_DIR, 'media')).then(
        ({ length }) => length,
        () => 0,
      );
    await expect.poll(drawn, { timeout: 60_000 }).toBeGreaterThan(0);
    // Control-C reaches the whole group; a kill -9 only the process it names.
    if (signal === 'SIGTERM') process.kill(-(child.pid as number), signal);
    else child.kill(signal);
    expect(await closed).toEqual(signal === 'SIGTERM' ? [0, null] : [null, signal]);
    expect(words).toBe('');
    const api = await startApi({ ...environment, DATA_DIR });
    expect((await fetch(`${api.origin}/readyz`)).status).toBe(200);
    await api.stop();
  });
}

describe('a process that ends in the middle', () => {
  let image: Buffer;
  beforeAll(async () => {
    image = await picture('jpeg', 1200, 800);
  });

  test('by kill -9 while it takes pictures: every acknowledged set is there with all its files', async () => {
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
          // Once the process is gone every call fails: that is the point.
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
      await sleep(Math.random() * 400);
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
    // What was cut short lies there under a row, by which the collecting job finds it.
    const ctx = await openContext(readEnv(environment), pino({ level: 'silent' }));
    const rows = new Set((await ctx.db.select().from(media)).map(({ name }) => name));
    await ctx.close();
    const files = await readdir(join(environment.DATA_DIR, 'media'));
    expect(files.filter((name) => !rows.has(name.replace(/(?:-\d+)?\.\w+$/, '')))).toEqual([]);
  });

  test('by SIGTERM to the npm that started it: it lets go of its port and its data like any other', async () => {
    const DATA_DIR = join(folder, 'npm');
    const PORT = String(await freePort());
    const npm = spawn('npm', ['run', 'api'], {
      env: { PATH: process.env.PATH, HOME: folder, PORT, DATA_DIR, SEED: 'none', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let words = '';
    npm.stdout?.on('data', (chunk) => {
      words += chunk;
    });
    await expect.poll(() => words, { timeout: 60_000 }).toMatch(/^Ready/m);
    npm.kill('SIGTERM');
    await expect
      .poll(() => fetch(`http://127.0.0.1:${PORT}/healthz`).catch(() => 'gone'), { timeout: 20_000 })
      .toBe('gone');
    await (await startApi({ ...environment, DATA_DIR })).stop();
  });

  test('by SIGTERM: a request that runs is answered, then the process is gone and nobody new gets in', async () => {
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
      .poll(() => fetch(`${api.origin}/healthz`).catch(() => 'gone'), { timeout: 8000, message: 'the open door' })
      .toBe('gone');
    sending.end(body);
    expect(await answered).toBe(401);
    await stopped;
  });
});
