import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../load/ports.ts';
import { expect, test } from './fixtures.ts';

const run = promisify(execFile);
const node = ['--disable-warning=ExperimentalWarning'];

test('a backup of the running product, restored on an empty machine, is the same site at once, without a build', async ({
  baseURL,
}) => {
  test.setTimeout(300_000);
  const source = process.env.E2E_DATA_DIR as string;
  const folder = await mkdtemp(join(tmpdir(), 'practice-journey-'));
  const DATA_DIR = join(folder, 'data');
  // What the pages were built with: another address would be other pages.
  const environment = {
    PATH: process.env.PATH,
    SITE_URL: baseURL,
    PUBLIC_SUPABASE_URL: `http://127.0.0.1:${process.env.E2E_AUTH_PORT}`,
    PUBLIC_SUPABASE_ANON_KEY: 'local-anon-key',
  };
  let child: ChildProcess | undefined;
  try {
    await run(process.execPath, [...node, 'scripts/backup.ts', folder], { env: { ...environment, DATA_DIR: source } });
    const name = (await readdir(folder)).find((entry) => /^backup-[^.]*$/.test(entry)) as string;
    await run(process.execPath, [...node, 'scripts/restore.ts', join(folder, name)], {
      env: { ...environment, DATA_DIR },
    });
    const port = await freePort();
    // Another journey may have asked for a publishing: here it must not come in between.
    const DEPLOY_HOOK_URL = `http://127.0.0.1:${port}/healthz`;
    const env = { ...environment, DATA_DIR, DEPLOY_HOOK_URL, PORT: String(port), LOG_LEVEL: 'silent' };
    child = spawn(process.execPath, [...node, 'scripts/start.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let words = '';
    child.stdout?.on('data', (chunk) => {
      words += chunk;
    });
    await expect.poll(() => words, { timeout: 200_000 }).toMatch(/^Ready: /m);
    expect(words).not.toContain('Building');

    const origin = `http://localhost:${port}`;
    const live = await readlink(join(DATA_DIR, 'releases/current'));
    const pages = (await (await fetch(`${origin}/sitemap.xml`)).text()).match(/(?<=<loc>)[^<]+/g) ?? [];
    expect(pages.length).toBeGreaterThan(10);
    for (const address of pages) {
      const path = new URL(address).pathname;
      const saved = await readFile(
        join(source, 'releases', live, path === '/' ? 'index.html' : `${path}.html`),
        'utf8',
      );
      expect(await (await fetch(`${origin}${path}`)).text(), path).toBe(saved);
    }
    const sets = (await (await fetch(`${origin}/api/gallery`)).json()) as { gallery_images: { image_url: string }[] }[];
    for (const { image_url } of sets.flatMap(({ gallery_images }) => gallery_images)) {
      expect((await fetch(`${origin}${image_url}`)).status, image_url).toBe(200);
    }
  } finally {
    if (child && child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
});
