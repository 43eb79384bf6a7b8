import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { readEnv } from '../../src/api/env.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { openContext } from '../../src/api/openContext.ts';
import { recordContentChange } from '../../src/api/publish/contentLog.service.ts';
import { createSiteRenderer, openSite } from '../../src/api/publish/localSite.ts';
import { publishJob } from '../../src/api/publish/publish.jobs.ts';
import { requestPublish } from '../../src/api/publish/publish.service.ts';
import { releases } from '../../src/api/publish/publish.tables.ts';
import { watchLiveRelease } from '../../src/api/publish/watchLiveRelease.ts';
import { listen } from '../../src/api/server.ts';
import { tempFolder } from '../api/cleanup.ts';
import { copySite } from '../api/publish.site.ts';
import { countRounds, createRandom } from '../load/longRun.ts';
import { freePort } from '../load/ports.ts';
import { startPostgres } from '../load/postgres.ts';
import { collectOutput, spawnScript } from '../load/processes.ts';
import { adminEnvironment, signIn } from './admin.ts';

const rounds = countRounds(2);
const random = createRandom();
const folder = tempFolder('publish');

describe('two processes on one PostgreSQL', () => {
  test('two processes migrate together, publish once between them, and serve the same release', async () => {
    const root = await copySite();
    const postgres = await startPostgres({ durable: false });
    const env = (name: string) =>
      readEnv({
        DATA_DIR: join(folder, name),
        DATABASE_URL: postgres.url,
        SITE_URL: 'http://localhost:4321',
        PORT: '0',
      });
    const log = pino({ level: 'silent' });
    const platforms = await Promise.all(['one', 'two'].map((name) => openContext(env(name), log)));
    const machines = await Promise.all(
      platforms.map(async (ctx) => {
        const server = await listen(ctx);
        const renderer = createSiteRenderer(ctx.env, server.port, log, root);
        const site = await openSite(ctx, renderer, server.showSite);
        const watching = watchLiveRelease(ctx, site);
        return { ctx, server, site, watching, job: publishJob(ctx, site) };
      }),
    );
    const [one, two] = machines as [(typeof machines)[0], (typeof machines)[0]];
    const page = async ({ server }: (typeof machines)[0]) => {
      const response = await fetch(`http://127.0.0.1:${server.port}/`);
      return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
    };
    try {
      for (let round = 0; round < 2; round += 1) {
        await recordContentChange(one.ctx.db, 'site');
        await requestPublish(one.ctx, null);
        const ran = await Promise.all(machines.map(({ ctx, job }) => runJob(ctx, job, { always: true })));
        expect(ran.filter(Boolean)).toHaveLength(1);
        expect(await one.ctx.db.$count(releases)).toBe(round + 1);
        await expect.poll(() => one.site.current()?.name === two.site.current()?.name, { timeout: 60_000 }).toBe(true);
        await expect.poll(async () => (await page(two)).status, { timeout: 60_000 }).toBe(200);
        expect(await page(two)).toEqual(await page(one));
      }
    } finally {
      for (const { watching, site, server, ctx } of machines) {
        await watching.stop();
        await site.close();
        await server.close();
        await ctx.close();
      }
      await postgres.stop();
    }
  });
});

describe('a product killed with kill -9', () => {
  const DATA_DIR = join(folder, 'killed');

  /** The product as `npm start` starts it; `said` resolves when it has said so. */
  async function start() {
    const PORT = String(await freePort());
    const environment = { PORT, DATA_DIR, SITE_URL: 'http://localhost:4321', SEED: 'none', LOG_LEVEL: 'error' };
    const child = spawnScript('start', [], { ...environment, ...adminEnvironment });
    const output = collectOutput(child);
    return {
      origin: `http://127.0.0.1:${PORT}`,
      said: (what: RegExp) => expect.poll(output, { timeout: 100_000, interval: 20 }).toMatch(what),
      async kill() {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      },
    };
  }

  const releases = join(DATA_DIR, 'releases');
  const slugs: string[] = [];

  /** Resolves when a release is swapped in. */
  function swap(): Promise<unknown> {
    const watching = watch(releases);
    const swapped = new Promise((resolve) => {
      watching.on('change', (_, name) => name === 'current' && resolve(undefined));
    });
    return swapped.finally(() => watching.close());
  }

  /** The site is served, with every post that was ever asked to be published. */
  async function expectWhole(origin: string): Promise<void> {
    const status = async (path: string) => (await fetch(`${origin}${path}`)).status;
    for (const slug of slugs) await expect.poll(() => status(`/blog/${slug}`), { timeout: 60_000 }).toBe(200);
    for (const path of ['/', '/blog', '/search-index/newest.json']) expect(await status(path), path).toBe(200);
    const map = await (await fetch(`${origin}/sitemap.xml`)).text();
    expect(slugs.filter((slug) => !map.includes(`/blog/${slug}<`))).toEqual([]);
  }

  /** Publishes a post that is not there yet; answers as soon as that was acknowledged. */
  async function publish(origin: string, slug: string): Promise<void> {
    const headers = { authorization: `Bearer ${await signIn({ origin })}`, 'content-type': 'application/json' };
    const post = { title: slug, slug, description: 'Kısa.', content: '<p>Uzun.</p>' };
    const added = await fetch(`${origin}/api/blogs/add`, { method: 'POST', headers, body: JSON.stringify(post) });
    expect(added.status).toBe(201);
    expect((await fetch(`${origin}/api/admin/publish`, { method: 'POST', headers })).status).toBe(202);
    slugs.push(slug);
  }

  test(
    'a product killed while it builds or swaps a release is complete after the next start, requests included',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const first = await start();
        await first.said(/^(?:Building|Ready)/m);
        await sleep(random() * 3000);
        await first.kill();
      }
      for (let round = 0; round < rounds; round += 1) {
        const product = await start();
        await product.said(/^Ready/m);
        await expectWhole(product.origin);
        const swapped = swap();
        await publish(product.origin, `yazi-${round}`);
        await (round % 2 ? sleep(random() * 1200) : swapped.then(() => sleep(random() * 20)));
        await product.kill();
      }
      const last = await start();
      await last.said(/^Ready/m);
      await expectWhole(last.origin);
      await last.kill();
    },
    rounds * 300_000,
  );
});
