// Builds the site into ./dist (OUT_DIR) for a static host, from the API at BUILD_API_URL or PUBLIC_API_URL.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readEnv } from '../src/api/env.ts';
import { roomPages } from '../src/api/http/site.ts';
import { siteHeaders } from '../src/api/http/siteHeaders.ts';
import { exitWithError } from '../src/api/startErrors.ts';

async function readRedirects(api: string): Promise<{ from_path: string; to_path: string }[]> {
  const response = await fetch(`${api}/api/redirects`).catch(() => undefined);
  if (!response?.ok)
    throw new Error(`The API does not answer at ${api}: start it (npm run api), or set BUILD_API_URL.`);
  return (await response.json()) as { from_path: string; to_path: string }[];
}

/** Writes `_headers` and `_redirects`, which hosts such as Netlify and Cloudflare Pages read. */
async function writeHostFiles(
  folder: string,
  redirects: { from_path: string; to_path: string }[],
  pageHeaders: Record<string, string>,
): Promise<void> {
  const headers = Object.entries(pageHeaders).map(([name, value]) => `  ${name}: ${value}`);
  const immutable = '  cache-control: public, max-age=31536000, immutable';
  await writeFile(join(folder, '_headers'), ['/*', ...headers, '/_astro/*', immutable, ''].join('\n'));
  const rules = redirects.map(({ from_path, to_path }) => `${encodeURI(from_path)} ${encodeURI(to_path)} 301`);
  const rooms = roomPages.map((page) => `${page}/* ${page} 200`);
  await writeFile(join(folder, '_redirects'), [...rules, ...rooms, ''].join('\n'));
}

async function build(): Promise<void> {
  const env = readEnv(process.env);
  const { publicApiUrl, port } = env;
  const api = process.env.BUILD_API_URL?.replace(/\/$/, '') ?? publicApiUrl ?? `http://localhost:${port}`;
  const folder = resolve(process.env.OUT_DIR ?? 'dist');
  const redirects = await readRedirects(api);
  const { status } = spawnSync('astro', ['build'], {
    stdio: 'inherit',
    env: { ...process.env, BUILD_API_URL: api, OUT_DIR: folder, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error('Astro could not build the site.');
  await writeHostFiles(folder, redirects, siteHeaders(env));
  console.log(`The site is in ${folder}`);
}

await build().catch(exitWithError);
