import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, type ProductProcess, spawnScript } from '../load/processes.ts';
import { expect, test } from './fixtures.ts';
import { siteEnvironment, startSite } from './server.ts';

async function run(name: 'backup' | 'restore', path: string, DATA_DIR: string): Promise<void> {
  const { code, output } = await finish(spawnScript(name, [path], { ...siteEnvironment, DATA_DIR }));
  expect(code, output).toBe(0);
}

test('a backup of the running product, restored into an empty folder, serves the same site without a build', async ({
  server,
  baseURL: _,
}) => {
  test.setTimeout(300_000);
  const source = server.dataDir;
  const folder = await mkdtemp(join(tmpdir(), 'practice-journey-'));
  const DATA_DIR = join(folder, 'data');
  let restored: ProductProcess | undefined;
  try {
    await run('backup', folder, source);
    const name = (await readdir(folder)).find((entry) => /^backup-[^.]*$/.test(entry)) as string;
    await run('restore', join(folder, name), DATA_DIR);
    restored = await startSite(DATA_DIR);
    expect(restored.output()).not.toContain('Building');

    const { origin } = restored;
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
    await restored?.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
