import { cp, mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroConfig } from 'astro';
import { type FileEntry, findDamagedFile, type Manifest } from '../release.ts';
import { startChildProcess } from './childProcess.ts';
import { BuildError, type RendererOptions } from './messages.ts';
import { openProject } from './project.ts';

/** What bundleProcess.ts notes about a bundle, beside its files. */
export interface BundleManifest {
  site: string;
  format: AstroConfig['build']['format'];
  /** File name of the bundled siteEntry.ts, in `server`. */
  entry: string;
  /** Files in `client`: assets and public files, with their compressed forms. */
  files: Manifest['files'];
  /** Sizes of the files in `server`. */
  modules: Record<string, number>;
}

export const manifestFile = 'bundle.json';
export const folders = { client: 'client', server: 'server' } as const;

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
      const child = startChildProcess('./bundleProcess.ts', [project, await realpath(made)], variables, log, signal);
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

/** Reads what is noted about a bundle; undefined if there is none, or files are missing after a power cut. */
async function readBundleManifest(folder: string): Promise<BundleManifest | undefined> {
  try {
    const manifest: BundleManifest = JSON.parse(await readFile(join(folder, manifestFile), 'utf8'));
    const modules = Object.entries(manifest.modules).map(([file, size]): [string, FileEntry] => [
      file,
      ['', size, 0, 0],
    ]);
    const damaged =
      (await findDamagedFile(folder, folders.client, manifest)) ??
      (await findDamagedFile(folder, folders.server, { files: Object.fromEntries(modules) }));
    return damaged === undefined ? manifest : undefined;
  } catch {
    return undefined;
  }
}
