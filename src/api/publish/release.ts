import { lstat, mkdir, open, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a release: SHA-256 of its bytes, their number, and those of its compressed forms (0: there is none). */
export type FileEntry = [hash: string, size: number, br: number, gz: number];

/**
 * What a release consists of, kept beside its folder as `<name>.json`. Whoever serves it serves these files and no
 * others; whoever renders the next one sees from it what can stay.
 */
export interface Manifest {
  /** Fingerprint of the site's own code (code.ts). */
  code: string;
  /** Fingerprint of what every page shows: code, identity, year. */
  shared: string;
  files: Record<string, FileEntry>;
  /** Pages by address: their file, and the fingerprint of the data they show (null: not known, render always). */
  pages: Record<string, [file: string, key: string | null]>;
}

/** Compressed forms stand beside their file. */
export const encodings = ['br', 'gz'] as const;

const manifestFile = (releases: string, name: string) => join(releases, `${name}.json`);

/** The manifest of a release, or undefined where there is none that can be read. */
export async function readManifest(releases: string, name: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(manifestFile(releases, name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes it last: a folder without a manifest is no release. */
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

/** Every file of a whole release, from the releases' folder on, its manifest the last; none where it is not whole. */
export async function findReleaseFiles(releases: string, name: string): Promise<string[]> {
  const manifest = (await hasRelease(releases, name)) ? await readManifest(releases, name) : undefined;
  if (!manifest || (await findDamage(releases, name, manifest))) return [];
  return [...sizesOf(manifest).map(([file]) => join(name, file)), `${name}.json`];
}

/** First file of a release that is missing or cut short, or undefined: a power cut may have taken what was written. */
export async function findDamage(
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

/** Files of a release, compressed forms among them, and their sizes. */
const sizesOf = ({ files }: Pick<Manifest, 'files'>) =>
  Object.entries(files).flatMap(([file, [, size, br, gz]]) => [
    [file, size] as const,
    ...(br ? [[`${file}.br`, br] as const] : []),
    ...(gz ? [[`${file}.gz`, gz] as const] : []),
  ]);

/** Points `current` at a release in one step; readers see the old or the new one, never neither. */
export async function swapCurrent(releases: string, name: string): Promise<void> {
  const temporary = join(releases, `.current-${process.pid}`);
  await rm(temporary, { force: true });
  await symlink(name, temporary);
  await rename(temporary, join(releases, 'current'));
}

/** Name of the release that `current` points at. */
export async function readCurrent(releases: string): Promise<string | undefined> {
  return readlink(join(releases, 'current')).catch(() => undefined);
}

export async function hasRelease(releases: string, name: string): Promise<boolean> {
  const parts = await Promise.allSettled([lstat(manifestFile(releases, name)), lstat(join(releases, name))]);
  return parts.every((part) => part.status === 'fulfilled');
}

/** The manifest goes first, so that a half-removed release is none. */
export async function removeRelease(releases: string, name: string): Promise<void> {
  await rm(manifestFile(releases, name), { force: true });
  await rm(join(releases, name), { recursive: true, force: true });
}

export async function ensureFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return folder;
}
