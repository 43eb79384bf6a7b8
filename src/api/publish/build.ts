import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.html', '.css', '.js', '.json', '.xml', '.txt', '.svg', '.webmanifest']);

/** The root of this project, where Astro finds its configuration. */
export const projectRoot = new URL('../../..', import.meta.url).pathname;

/** Runs Astro into `folder`, reading content from `apiUrl` over HTTP. Throws with the end of its output. */
export async function buildSite(
  folder: string,
  apiUrl: string,
  environment: Record<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  await mkdir(folder, { recursive: true });
  const child = spawn(process.execPath, [astro, 'build'], {
    cwd: projectRoot,
    env: { ...environment, OUT_DIR: folder, BUILD_API_URL: apiUrl, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`astro build ended with ${code}: ${output}`);
}

/** Writes `.br` and `.gz` beside every text file, at the strength that pays for files compressed once. */
export async function compressSite(folder: string): Promise<void> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && compressible.has(extname(entry.name)),
  );
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const data = await readFile(path);
    if (data.length < 512) continue;
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
    };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(data, options));
    await writeFile(`${path}.gz`, await promisify(gzip)(data, { level: 9 }));
  }
}

/** Points `current` at a release in one step; readers see the old or the new one, never neither. */
export async function swapCurrent(releases: string, name: string): Promise<void> {
  const temporary = join(releases, `.current-${process.pid}`);
  await rm(temporary, { force: true });
  await symlink(name, temporary);
  await rename(temporary, join(releases, 'current'));
}
