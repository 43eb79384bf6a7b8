import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnv } from '../../src/api/env.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { openPlatform } from '../../src/api/main.ts';
import { openSite } from '../../src/api/publish/bringUp.ts';
import { recordChange } from '../../src/api/publish/changes.service.ts';
import { followLive } from '../../src/api/publish/follow.ts';
import { requestPublish } from '../../src/api/publish/publish.service.ts';
import { releases } from '../../src/api/publish/publish.tables.ts';
import { publishJob } from '../../src/api/publish/publisher.ts';
import { listen } from '../../src/api/server.ts';
import { copySite } from '../api/publish.site.ts';
import { freePort } from '../load/ports.ts';
import { startPostgres } from '../load/postgres.ts';
import { account, rounds, signIn } from './common.ts';

const folder = mkdtempSync(join(tmpdir(), 'practice-publish-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('two processes on one PostgreSQL', () => {
  test('migrate together, publish once between them, and serve the same release', async () => {
    const root = await copySite();
    const postgres = await startPostgres({ durable: false });
    const env = (name: string) =>
      readEnv({ DATA_DIR: join(folder, name), DATABASE_URL: postgres.url, SITE_URL: 'http://site.test', PORT: '0' });
    const log = pino({ level: 'silent' });
    const platforms = await Promise.all(['one', 'two'].map((name) => openPlatform(env(name), log)));
    const machines = await Promise.all(
      platforms.map(async (platform) => {
        const server = await listen(platform);
        const site = await openSite(platform, server.port, server.show, root);
        const following = followLive(platform, site);
        return { platform, server, site, following, job: publishJob(platform, site) };
      }),
    );
    const [one, two] = machines as [(typeof machines)[0], (typeof machines)[0]];
    const page = async ({ server }: (typeof machines)[0]) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/`);
      return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
    };
    try {
      for (let round = 0; round < 2; round += 1) {
        await recordChange(one.platform.db, 'site');
        await requestPublish(one.platform);
        const ran = await Promise.all(machines.map(({ platform, job }) => runJob(platform, job, { always: true })));
        expect(ran.filter(Boolean)).toHaveLength(1);
        expect(await one.platform.db.$count(releases)).toBe(round + 1);
        await expect.poll(() => one.site.shown() === two.site.shown(), { timeout: 60_000 }).toBe(true);
        await expect.poll(async () => (await page(two)).status).toBe(200);
        expect(await page(two)).toEqual(await page(one));
      }
    } finally {
      for (const { following, site, server, platform } of machines) {
        await following.stop();
        await site.close();
        await server.close();
        await platform.close();
      }
      await postgres.stop();
    }
  });
});

describe('a whole product killed by kill -9', () => {
  const DATA_DIR = join(folder, 'killed');

  /** The product as `npm start` starts it; `said` resolves when it has said so. */
  async function start() {
    const PORT = String(await freePort());
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts'], {
      env: {
        PATH: process.env.PATH,
        PORT,
        DATA_DIR,
        SITE_URL: 'http://site.test',
        SEED: 'none',
        LOG_LEVEL: 'error',
        ADMIN_EMAIL: account.email,
        ADMIN_PASSWORD: account.password,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let words = '';
    child.stdout?.on('data', (chunk) => {
      words += chunk;
    });
    return {
      origin: `http://127.0.0.1:${PORT}`,
      said: (what: RegExp) => expect.poll(() => words, { timeout: 100_000, interval: 20 }).toMatch(what),
      async kill() {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      },
    };
  }

  test(
    'in the first build or in a later one is whole after the next start, with what was asked for',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const first = await start();
        await first.said(round ? /^Ready/m : /^Building/m);
        await sleep(round ? 0 : 1500);
        await first.kill();

        const product = await start();
        await product.said(/^Ready/m);
        const token = await signIn(product as never);
        const ask = (path: string, body?: object) =>
          fetch(`${product.origin}${path}`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: body && JSON.stringify(body),
          });
        const post = { title: `Yazı ${round}`, description: 'Kısa.', content: '<p>Uzun.</p>' };
        expect((await ask('/api/blogs/add', post)).status).toBe(201);
        expect((await ask('/api/admin/publish')).status).toBe(202);
        await sleep(Math.random() * 1200);
        await product.kill();

        const again = await start();
        await again.said(/^Ready/m);
        const page = () => fetch(`${again.origin}/blog/yazi-${round}`);
        await expect.poll(async () => (await page()).status, { timeout: 60_000 }).toBe(200);
        for (const path of ['/', '/blog', '/sitemap.xml', '/search-index/newest.json']) {
          expect((await fetch(`${again.origin}${path}`)).status, path).toBe(200);
        }
        await again.kill();
      }
    },
    rounds * 300_000,
  );
});
