import { lstat, open, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';

/** A file of a release: SHA-256 of its bytes, its size, and that of its Brotli form, which lies beside it (0: none). */
export type FileEntry = [hash: string, size: number, br: number];

/**
 * Content of a release, in `<name>.json` beside its folder. Only the files it names are served; the next release is
 * rendered by comparison with it.
 */
export interface Manifest {
  /** Fingerprint of the site's code (siteFingerprint.ts). */
  code: string;
  /** Fingerprint of what every page shows: code, identity, legal titles, the year. */
  shared: string;
  files: Record<string, FileEntry>;
  /** The IBANs that none of its pages shows, see `findForbidden`. */
  forbidden?: string[];
  /** Pages by address, with the fingerprint of the data they show (null: unknown, rendered each time). */
  pages: Record<string, [file: string, key: string | null]>;
}

export const releasesFolder = ({ dataDir }: Pick<Env, 'dataDir'>) => join(dataDir, 'releases');

/** The files that pages were rendered into. */
export const pageFiles = ({ pages }: Manifest): string[] => Object.values(pages).map(([file]) => file);

const manifestFile = (releases: string, name: string) => join(releases, `${name}.json`);

/** Reads the manifest of a release; undefined if there is none, or it is unreadable. */
export async function readManifest(releases: string, name: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(manifestFile(releases, name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a manifest, as the last file of a release: a folder without one is no release. */
export async function writeManifest(releases: string, name: string, manifest: Manifest): Promise<void> {
  const temporary = `${manifestFile(releases, name)}.${process.pid}`;
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(JSON.stringify(manifest));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary, manifestFile(releases, name));
}

/** Lists the files of a release by their path below `releases`, the manifest last. Empty if a file is damaged. */
export async function listReleaseFiles(releases: string, name: string): Promise<string[]> {
  const manifest = (await hasRelease(releases, name)) ? await readManifest(releases, name) : undefined;
  if (!manifest || (await findDamagedFile(releases, name, manifest))) return [];
  return [...sizesOf(manifest).map(([file]) => join(name, file)), `${name}.json`];
}

/** Finds a file of a release that is missing or has another size, as after a power cut. */
export async function findDamagedFile(
  releases: string,
  name: string,
  manifest: Pick<Manifest, 'files'>,
): Promise<string | undefined> {
  const checks = sizesOf(manifest);
  for (let start = 0; start < checks.length; start += 256) {
    const part = checks.slice(start, start + 256);
    const sizes = await Promise.all(
      part.map(([file]) =>
        stat(join(releases, name, file)).then(
          ({ size }) => size,
          () => -1,
        ),
      ),
    );
    const wrong = part.find(([, size], index) => sizes[index] !== size);
    if (wrong) return wrong[0];
  }
  return undefined;
}

/** Names and sizes of a release's files, with their Brotli forms. */
const sizesOf = ({ files }: Pick<Manifest, 'files'>) =>
  Object.entries(files).flatMap(([file, [, size, br]]) => [
    [file, size] as const,
    ...(br ? [[`${file}.br`, br] as const] : []),
  ]);

/** Points the link `current` at a release, atomically: it exists at every moment. */
export async function switchCurrent(releases: string, name: string): Promise<void> {
  const temporary = join(releases, `.current-${process.pid}`);
  await rm(temporary, { force: true });
  await symlink(name, temporary);
  await rename(temporary, join(releases, 'current'));
}

/** Reads the name of the release that `current` points at. */
export async function readCurrent(releases: string): Promise<string | undefined> {
  return readlink(join(releases, 'current')).catch(() => undefined);
}

export async function hasRelease(releases: string, name: string): Promise<boolean> {
  const parts = await Promise.allSettled([lstat(manifestFile(releases, name)), lstat(join(releases, name))]);
  return parts.every((part) => part.status === 'fulfilled');
}

/** Removes a release, the manifest first: one that is removed in part is no release. */
export async function removeRelease(releases: string, name: string): Promise<void> {
  await rm(manifestFile(releases, name), { force: true });
  await rm(join(releases, name), { recursive: true, force: true });
}
