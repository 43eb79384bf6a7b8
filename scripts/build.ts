// Builds the site into ./dist (OUT_DIR) for a static host, from the API at BUILD_API_URL or PUBLIC_API_URL.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readEnv } from '../src/api/env.ts';
import { exitWithError } from '../src/api/startErrors.ts';
import { toHeadersFile, toRedirectsFile } from './hostFiles.ts';

async function readRedirects(api: string): Promise<{ from_path: string; to_path: string }[]> {
  const response = await fetch(`${api}/api/redirects`).catch(() => undefined);
  if (!response?.ok)
    throw new Error(`The API does not answer at ${api}: start it (npm run api), or set BUILD_API_URL.`);
  return (await response.json()) as { from_path: string; to_path: string }[];
}

/** Throws where the folder, which a build empties, holds anything but a site of an earlier build. */
async function assertOwnFolder(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => []);
  if (names.includes('_redirects') || names.every((name) => name === '.git')) return;
  throw new Error(`OUT_DIR ${folder} holds other files: name an empty folder, or empty it if it was a site.`);
}

async function build(): Promise<void> {
  const env = readEnv(process.env);
  const { publicApiUrl, port } = env;
  const api = process.env.BUILD_API_URL?.trim().replace(/\/$/, '') || publicApiUrl || `http://localhost:${port}`;
  const folder = resolve(process.env.OUT_DIR?.trim() || 'dist');
  await assertOwnFolder(folder);
  const redirects = await readRedirects(api);
  // Astro empties its folder first and moves files there from the project's, which fails across file systems.
  const made = resolve('.cache', `dist-${process.pid}`);
  try {
    const { status } = spawnSync('astro', ['build'], {
      stdio: 'inherit',
      env: {
        ...process.env,
        SITE_URL: env.siteUrl,
        PUBLIC_API_URL: publicApiUrl,
        BUILD_API_URL: api,
        PUBLIC_CARD_FRAME: env.cardFrameUrl,
        OUT_DIR: made,
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    });
    if (status !== 0) throw new Error('Astro could not build the site.');
    await mkdir(folder, { recursive: true });
    // Hosts such as Netlify and Cloudflare Pages read them. Written first: a build that was cut short can be run again.
    const hostFiles = { _headers: toHeadersFile(env), _redirects: toRedirectsFile(redirects) };
    for (const [name, text] of Object.entries(hostFiles)) await writeFile(join(folder, name), text);
    const kept = ['.git', ...Object.keys(hostFiles)];
    for (const name of await readdir(folder))
      if (!kept.includes(name)) await rm(join(folder, name), { recursive: true });
    await cp(made, folder, { recursive: true });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  console.log(`The site is in ${folder}`);
}

await build().catch(exitWithError);
