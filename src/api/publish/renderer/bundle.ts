import { cp, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BundleManifest, folders, readBundleManifest } from './bundleManifest.ts';
import { startChildProcess } from './childProcess.ts';
import { BuildError, type RendererOptions } from './messages.ts';
import { openProject } from './project.ts';

/** A bundle whose server code is imported into this process. */
export interface SiteBundle extends Pick<BundleManifest, 'site' | 'format' | 'files'> {
  /** Folder of `files`. */
  client: string;
  pages: typeof import('./siteEntry.ts');
}

/** Folder of the bundle that `npm ci` makes (scripts/bundle.ts), in the place of a folder of releases. */
export const installedFolder = (root: string): string => join(root, 'node_modules/.cache/site');

/**
 * Finds or makes the bundle of this code; resolves with its folder. It is made in a process of its own and kept beside
 * the releases for later starts. Throws BuildError if the site cannot be bundled.
 */
export async function ensureBundle(
  { root, releases, environment, apiUrl, log }: RendererOptions,
  code: string,
  signal: AbortSignal,
): Promise<string> {
  const all = join(releases, '.bundles');
  const folder = join(all, code);
  if (await readBundleManifest(folder)) return realpath(folder);
  await rm(folder, { recursive: true, force: true });
  const work = join(releases, '.work', `${process.pid}-${crypto.randomUUID()}`);
  const made = join(work, 'bundle');
  await mkdir(made, { recursive: true });
  try {
    const installed = join(installedFolder(root), '.bundles', code);
    if (await readBundleManifest(installed)) await cp(installed, made, { recursive: true });
    else {
      const project = await openProject(root, await realpath(work));
      const variables = { ...environment, ASTRO_CACHE_DIR: join(work, 'cache'), BUILD_API_URL: apiUrl };
      const file = new URL('./bundleProcess.ts', import.meta.url);
      const child = startChildProcess(file, [project, await realpath(made)], variables, log, signal);
      await child.waitFor('bundled');
      await child.ended;
    }
    await mkdir(all, { recursive: true });
    // Another process with the same folder may have made the same bundle first.
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

/** Imports a bundle's server code. Throws BuildError if files are missing. */
export async function openBundle(folder: string): Promise<SiteBundle> {
  const manifest = await readBundleManifest(folder);
  if (!manifest) throw new BuildError('Siteyi hazırlayan dosyalar eksik.');
  const { site, format, files, entry } = manifest;
  const pages = await import(pathToFileURL(join(folder, folders.server, entry)).href);
  return { site, format, files, client: join(folder, folders.client), pages };
}
