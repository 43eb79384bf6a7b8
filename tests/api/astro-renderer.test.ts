import { access, cp, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureBundle, installedFolder, openBundle, type SiteBundle } from '../../src/api/publish/renderer/bundle.ts';
import type { RendererOptions } from '../../src/api/publish/renderer/messages.ts';
import { listPages } from '../../src/api/publish/renderer/sitePages.ts';
import { listen } from '../../src/api/server.ts';
import { tempFolder } from './cleanup.ts';
import { openTestApi } from './harness.ts';
import { copySite } from './publish.site.ts';
import { addPost, createTestUsers } from './samples.ts';

// What the renderer needs of Astro. Each message says what Astro changed and what to read.
const readMore = 'Read docs/decisions/003-publishing-engine.md, "Upgrading Astro".';

let bundle: SiteBundle;
let users: Awaited<ReturnType<typeof createTestUsers>>;
let options: RendererOptions;
const folder = tempFolder('astro');

beforeAll(async () => {
  const api = await openTestApi();
  users = await createTestUsers(api);
  const server = await listen({ ...api.ctx, env: { ...api.ctx.env, port: 0 } });
  afterAll(() => server.close());
  const apiUrl = `http://127.0.0.1:${server.port}`;
  process.env.BUILD_API_URL = apiUrl;
  await addPost(users, { slug: 'saglam', title: 'Sağlam' });
  await addPost(users, { slug: 'kirik', title: 'KIRIK' });
  options = { root: await copySite(), releases: folder, apiUrl, environment: {}, log: api.ctx.log };
  const made = await ensureBundle(options, 'code', new AbortController().signal).catch((error) => {
    throw new Error(
      `Astro no longer bundles src/api/publish/renderer/siteEntry.ts in its "prerender" environment when an adapter with \
entrypointResolution "auto" sets a prerenderer, or cannot resolve what that file imports: ${error.message} ${readMore}`,
    );
  });
  bundle = await openBundle(made);
});

const find = async (pathname: string) => (await bundle.pages.listPaths()).find((path) => path.pathname === pathname);

async function render(pathname: string, file: string) {
  const path = await find(pathname);
  if (!path) throw new Error(`StaticPaths.getAll() of "astro:static-paths" no longer lists ${pathname}. ${readMore}`);
  return bundle.pages.render(new Request(`http://site.test${file}`), { routeData: path.route });
}

test('astro:static-paths lists pages with the cacheKey of their route', async () => {
  const page = await find('/blog/saglam');
  expect(page?.route.type, `A path of StaticPaths.getAll() has no "route" any more. ${readMore}`).toBe('page');
  expect(
    page?.cacheKey,
    `StaticPaths.getAll() no longer reports "cacheKey" (documented with experimental.incrementalBuild only): every page \
would be rendered for each release. ${readMore}`,
  ).toContain('Sağlam');
});

test('app.render renders the route it is given, with its props, at the address of the file', async () => {
  const answer = await render('/blog/saglam', '/blog/saglam.html');
  expect(answer.status, `app.render(request, { routeData }) no longer renders a prerendered route. ${readMore}`).toBe(
    200,
  );
  expect(await answer.text(), `Pages no longer get the props of getStaticPaths. ${readMore}`).toContain(
    '<h1>Sağlam</h1>',
  );
  expect((await render('/404', '/404.html')).status, `The 404 page has another status. ${readMore}`).toBe(404);
});

test('a site that is opened again lists its paths again, those of one address alone, too', async () => {
  expect(await bundle.pages.listPathsLike('/blog/yeni')).not.toContainEqual(
    expect.objectContaining({ pathname: '/blog/yeni' }),
  );
  await addPost(users, { slug: 'yeni', title: 'Yeni' });
  // The API keeps its list until it hears of a change.
  users.api.ctx.events.emit('blog');
  bundle.pages.reopen();
  expect(
    (await bundle.pages.listPathsLike('/blog/yeni')).map(({ pathname }) => pathname),
    `An App with a copy of the manifest keeps the paths of the one before: previews would be old. ${readMore}`,
  ).toContain('/blog/yeni');
  expect(await (await render('/blog/yeni', '/blog/yeni.html')).text()).toContain('<h1>Yeni</h1>');
});

test('a page that throws fails with its own error', async () => {
  // Astro also logs the error.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = render('/blog/kirik', '/blog/kirik.html').then((response) => `an answer ${response.status}`);
  await expect(
    answer,
    `Astro no longer calls app.renderError with the error of a page: broken pages would be published. ${readMore}`,
  ).rejects.toThrow('this post breaks the build');
});

test('keys of pages are short, however much a page shows: each release reads and writes them', async () => {
  const keys = (await listPages(bundle)).flatMap(({ key }) => key ?? []);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^[\w-]{27}$/);
});

test('a bundle made at installation is taken over, unless it is damaged', async () => {
  const installed = join(installedFolder(options.root), '.bundles', 'code');
  await cp(join(folder, '.bundles', 'code'), installed, { recursive: true });
  await writeFile(join(installed, 'mark'), '');
  const ensure = (name: string) =>
    ensureBundle({ ...options, releases: join(folder, name) }, 'code', new AbortController().signal);
  await access(join(await ensure('first'), 'mark'));

  await truncate(join(installed, 'bundle.json'), 1);
  await expect(access(join(await ensure('second'), 'mark'))).rejects.toThrow('ENOENT');
});
