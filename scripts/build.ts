// Builds the site into ./dist (OUT_DIR) for a static host, from the API at BUILD_API_URL or PUBLIC_API_URL.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { siteHeaders } from '../src/api/http/siteHeaders.ts';

const api = (
  process.env.BUILD_API_URL ??
  process.env.PUBLIC_API_URL ??
  `http://localhost:${process.env.PORT ?? 4321}`
).replace(/\/$/, '');
const folder = resolve(process.env.OUT_DIR ?? 'dist');

async function readRedirects(): Promise<{ from_path: string; to_path: string }[]> {
  const response = await fetch(`${api}/api/redirects`).catch(() => undefined);
  if (!response?.ok)
    throw new Error(`The API does not answer at ${api}: start it (npm run api), or set BUILD_API_URL.`);
  return (await response.json()) as { from_path: string; to_path: string }[];
}

/** What hosts such as Netlify and Cloudflare Pages read: headers by path, old addresses, the admin area's own routes. */
async function writeHostFiles(redirects: { from_path: string; to_path: string }[]): Promise<void> {
  const headers = Object.entries(siteHeaders).map(([name, value]) => `  ${name}: ${value}`);
  const forever = '  cache-control: public, max-age=31536000, immutable';
  await writeFile(join(folder, '_headers'), ['/*', ...headers, '/_astro/*', forever, ''].join('\n'));
  const moved = redirects.map(({ from_path, to_path }) => `${encodeURI(from_path)} ${encodeURI(to_path)} 301`);
  await writeFile(join(folder, '_redirects'), [...moved, '/admin/* /admin 200', ''].join('\n'));
}

try {
  const redirects = await readRedirects();
  const { status } = spawnSync('astro', ['build'], {
    stdio: 'inherit',
    env: { ...process.env, BUILD_API_URL: api, OUT_DIR: folder, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error('Astro could not build the site.');
  await writeHostFiles(redirects);
  console.log(`The site is in ${folder}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
