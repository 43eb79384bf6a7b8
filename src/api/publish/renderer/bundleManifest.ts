import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroConfig } from 'astro';
import { type FileEntry, findDamagedFile, type Manifest } from '../release.ts';

/** What bundleProcess.ts notes about a bundle, beside its files. */
export interface BundleManifest {
  site: string;
  format: AstroConfig['build']['format'];
  /** File name of the bundled siteEntry.ts, in `server`. */
  entry: string;
  /** Files in `client`: assets and public files, with their Brotli forms. */
  files: Manifest['files'];
  /** Sizes of the files in `server`. */
  modules: Record<string, number>;
}

export const manifestFile = 'bundle.json';
export const folders = { client: 'client', server: 'server' } as const;

/** Reads what is noted about a bundle; undefined if there is none, or files are missing after a power cut. */
export async function readBundleManifest(folder: string): Promise<BundleManifest | undefined> {
  try {
    const manifest: BundleManifest = JSON.parse(await readFile(join(folder, manifestFile), 'utf8'));
    const modules = Object.entries(manifest.modules).map(([file, size]): [string, FileEntry] => [file, ['', size, 0]]);
    const damaged =
      (await findDamagedFile(folder, folders.client, manifest)) ??
      (await findDamagedFile(folder, folders.server, { files: Object.fromEntries(modules) }));
    return damaged === undefined ? manifest : undefined;
  } catch {
    return undefined;
  }
}
