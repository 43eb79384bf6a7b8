import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { addCleanup, tempFolder } from './api/cleanup.ts';
import { finish } from './load/processes.ts';

const script = fileURLToPath(new URL('../scripts/build.ts', import.meta.url));
const folder = tempFolder('build');
const bin = join(folder, 'bin');
mkdirSync(bin);
// Stands in for Astro, which takes half a minute.
writeFileSync(
  join(bin, 'astro'),
  '#!/bin/sh\nmkdir -p "$OUT_DIR" && echo "$SITE_URL $PUBLIC_API_URL" > "$OUT_DIR/index.html"\n',
);
chmodSync(join(bin, 'astro'), 0o755);

const api = createServer((_request, response) => response.end('[]')).listen(0, '127.0.0.1');
await once(api, 'listening');
addCleanup(() => api.close());
const PUBLIC_API_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

/** Runs `npm run build` in a folder with a file of somebody's own. */
async function build(name: string, environment: Record<string, string>) {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'kept'), '');
  const PATH = `${bin}${delimiter}${process.env.PATH}`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd,
    env: { PATH, PUBLIC_API_URL, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { cwd, ...(await finish(child)) };
}

test('blank variables of a build count as not given, as those of the product do', async () => {
  const { cwd, code, output } = await build('blank', { OUT_DIR: ' ', BUILD_API_URL: '' });
  expect([code, output]).toEqual([0, `The site is in ${join(cwd, 'dist')}\n`]);
  expect(existsSync(join(cwd, 'kept'))).toBe(true);
});

test('a slash at the end of an origin does not reach the addresses of calls', async () => {
  const { cwd } = await build('slash', { SITE_URL: 'https://ornek.com/', PUBLIC_API_URL: `${PUBLIC_API_URL}/` });
  expect(readFileSync(join(cwd, 'dist', 'index.html'), 'utf8')).toBe(`https://ornek.com ${PUBLIC_API_URL}\n`);
});

test('a build empties no folder but that of a site that it made', async () => {
  const refused = await build('own', { OUT_DIR: '.' });
  expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/^OUT_DIR .*own holds other files: /)]);
  expect(readdirSync(refused.cwd)).toContain('kept');

  const made = await build('again', {});
  const dist = join(made.cwd, 'dist');
  writeFileSync(join(dist, 'old.html'), '');
  expect((await build('again', {})).code).toBe(0);
  expect(readdirSync(dist).sort()).toEqual(['_headers', '_redirects', 'index.html']);
});
