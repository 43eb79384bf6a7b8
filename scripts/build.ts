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

async function build(): Promise<void> {
  const env = readEnv(process.env);
  const { publicApiUrl, port } = env;
  const api = process.env.BUILD_API_URL?.replace(/\/$/, '') ?? publicApiUrl ?? `http://localhost:${port}`;
  const folder = resolve(process.env.OUT_DIR ?? 'dist');
  const redirects = await readRedirects(api);
  // Astro empties its folder first and moves files there from the project's, which fails across file systems.
  const made = resolve('.cache', `dist-${process.pid}`);
  try {
    const { status } = spawnSync('astro', ['build'], {
      stdio: 'inherit',
      env: {
        ...process.env,
        BUILD_API_URL: api,
        PUBLIC_CARD_FRAME: env.cardFrameUrl,
        OUT_DIR: made,
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    });
    if (status !== 0) throw new Error('Astro could not build the site.');
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) if (name !== '.git') await rm(join(folder, name), { recursive: true });
    await cp(made, folder, { recursive: true });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  // Hosts such as Netlify and Cloudflare Pages read them.
  await writeFile(join(folder, '_headers'), toHeadersFile(env));
  await writeFile(join(folder, '_redirects'), toRedirectsFile(redirects));
  console.log(`The site is in ${folder}`);
}

await build().catch(exitWithError);
