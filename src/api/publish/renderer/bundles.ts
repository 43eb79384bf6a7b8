import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readFacts } from './bundled.ts';
import { startChild } from './child.ts';
import { openProject } from './project.ts';
import type { RendererOptions } from './renderer.ts';

/**
 * Folder of the bundle for this code: made once, in a process of its own that gives its memory back, and kept beside
 * the releases for every later start of a renderer. Throws BuildFault when the site cannot be bundled.
 */
export async function keepBundle(
  { root, releases, environment, apiUrl, log }: RendererOptions,
  code: string,
  signal: AbortSignal,
): Promise<string> {
  const all = join(releases, '.bundles');
  const folder = join(all, code);
  if (await readFacts(folder)) return realpath(folder);
  await rm(folder, { recursive: true, force: true });
  const work = join(releases, '.work', `${process.pid}-${crypto.randomUUID()}`);
  const made = join(work, 'bundle');
  await mkdir(made, { recursive: true });
  try {
    const project = await openProject(root, await realpath(work));
    const cache = { ASTRO_CACHE_DIR: join(work, 'cache'), BUILD_API_URL: apiUrl };
    const child = startChild('./bundle.ts', [project, await realpath(made)], { ...environment, ...cache }, log, signal);
    await child.listen('bundled').finally(() => child.close());
    await mkdir(all, { recursive: true });
    // Of two processes on one folder the first one's bundle is as good as ours.
    await rename(made, folder).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    for (const other of await readdir(all)) {
      if (other !== code) await rm(join(all, other), { recursive: true, force: true });
    }
    return await realpath(folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
